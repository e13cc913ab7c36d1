/** Replace these by your server, shop and storefront key. Storefront keys are public. */
export const settings = {
  baseUrl: 'http://127.0.0.1:4000',
  shop: 'demo-shop.myshopify.com',
  apiKey: 'vsk_demo0000000000000000000000000000',
}
