/** Names of the attributes in the index, shared by the code that fills it and the code that queries it. */
export const indexFields = {
  vendor: 'vendor',
  productType: 'product_type',
  tag: 'tag',
  collection: 'collection',
  /** Channel ids, and ONLINE_STORE for products that name no channel. */
  publication: 'publication',
  /** Market ids, and EVERYWHERE. */
  market: 'market',
  /** Business catalog ids, and EVERYBODY. */
  catalog: 'catalog',
  /** `true` or `false`. */
  onSale: 'on_sale',
  /** Option names, as the merchant writes them. */
  optionName: 'option_name',
  metafield: (name: string) => `metafield:${name}`,
  /** Title in another locale; present only if the title is translated into it. */
  title: (locale: string) => `title:${locale.toLowerCase()}`,
} as const

export const ONLINE_STORE = '@online_store'
export const EVERYWHERE = '@everywhere'
export const EVERYBODY = '@everybody'
