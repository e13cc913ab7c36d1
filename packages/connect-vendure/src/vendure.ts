/** The parts of Vendure's entities and inputs that are used here. `npm run try:vendure` uses a real server. */

export type ID = string | number

export interface FacetValue {
  id: ID
  name: string
  facet: { id: ID; code: string; name: string; isPrivate: boolean }
}

export interface Asset {
  id: ID
  preview: string
  focalPoint?: { x: number; y: number } | null
}

export interface Variant {
  id: ID
  productId: ID
  name: string
  sku: string
  enabled: boolean
  price: number
  priceWithTax: number
  currencyCode: string
  options: { name: string; group?: { name: string } }[]
  facetValues: FacetValue[]
  featuredAsset?: Asset | null
}

export interface Product {
  id: ID
  name: string
  slug: string
  description: string
  enabled: boolean
  createdAt: Date
  updatedAt: Date
  translations: { languageCode: string; name: string; description: string }[]
  facetValues: FacetValue[]
  featuredAsset?: Asset | null
  assets?: { position: number; asset: Asset }[]
  channels?: { id: ID }[]
}

export interface Collection {
  id: ID
  slug: string
  name: string
  isPrivate: boolean
}

export interface SearchInput {
  term?: string | null
  facetValueIds?: ID[] | null
  facetValueOperator?: 'AND' | 'OR' | null
  facetValueFilters?: { and?: ID | null; or?: ID[] | null }[] | null
  collectionId?: ID | null
  collectionIds?: ID[] | null
  collectionSlug?: string | null
  collectionSlugs?: string[] | null
  groupByProduct?: boolean | null
  take?: number | null
  skip?: number | null
  sort?: { name?: 'ASC' | 'DESC' | null; price?: 'ASC' | 'DESC' | null } | null
  inStock?: boolean | null
  vitrineVisitorId?: string | null
}

export interface OrderLine {
  id: ID
  productVariant: { id: ID; productId: ID }
  quantity: number
  orderPlacedQuantity: number
  proratedUnitPriceWithTax: number
}

export interface Order {
  id: ID
  code: string
  currencyCode: string
  totalWithTax: number
  orderPlacedAt?: Date
  customer?: { id: ID }
  customFields?: unknown
  lines: OrderLine[]
  payments?: { refunds: Refund[] }[]
}

export interface Refund {
  id: ID
  createdAt: Date
  state: string
  total: number
  lines: { orderLineId: ID; quantity: number }[]
}
