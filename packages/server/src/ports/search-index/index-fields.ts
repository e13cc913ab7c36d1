/** Shared by the code that fills the index and the code that queries it. */
export const indexFields = {
  vendor: 'vendor',
  productType: 'product_type',
  tag: 'tag',
  collection: 'collection',
  /** Channel ids, or ONLINE_STORE for a product without channels. */
  publication: 'publication',
  /** Market ids, or EVERYWHERE. */
  market: 'market',
  /** Business catalog ids, or EVERYBODY. */
  catalog: 'catalog',
  onSale: 'on_sale',
  /** Option names as the merchant writes them. */
  optionName: 'option_name',
  metafield: (name: string) => `metafield:${name}`,
  /** Exists only in locales that the title is translated into. */
  title: (locale: string) => `title:${locale.toLowerCase()}`,
} as const

export const ONLINE_STORE = '@online_store'
export const EVERYWHERE = '@everywhere'
export const EVERYBODY = '@everybody'
