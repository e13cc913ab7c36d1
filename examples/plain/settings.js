/** Your server, shop and storefront key (vsk_…, which may be public). These are the demo shop's. */
export const settings = {
  baseUrl: 'http://127.0.0.1:4000',
  shop: 'demo-shop.myshopify.com',
  apiKey: 'vsk_demo0000000000000000000000000000',
}
