/** Every request and answer by name. `createClient` takes the shop's own metafields and facets as a type. */
import type * as Wire from '@vitrine/contract'
import type { Camel } from './camel-type.ts'

/** `createClient<{ facet: 'color' | 'price'; metafield: { namespace: 'specs'; key: 'weight'; value: string } }>(…)` */
export interface ShopTypes {
  facet: string
  metafield: Metafield
}

export interface Metafield {
  namespace: string
  key: string
  value: string
}

/** A number, its digits, a GID that ends in them, or the platform's own text id: all mean the same product. */
export type ProductId = Wire.PlatformId

/** `product_details` (default) returns whole products, `product_ids` their ids. */
export type View = 'product_details' | 'product_ids'

type Completed<T extends { variants: object[] }, Shop extends ShopTypes> = With<
  T,
  { metafields: Shop['metafield'][]; variants: (T['variants'][number] & { displayPrice: number | null })[] }
>

/** A product has this shape in every operation: tags are a list, prices are numbers. */
export type Product<Shop extends ShopTypes = ShopTypes> = Completed<Camel<Wire.SearchProduct>, Shop>
/** The product of a product page, with further texts. */
export type ProductDetails<Shop extends ShopTypes = ShopTypes> = Completed<Camel<Wire.LookedUpProduct>, Shop>
export type ProductReference = Camel<Wire.FoundReference>
export type Variant = Product['variants'][number]
export type Picture = Product['image']
export type Facet = Camel<Wire.Aggregation>
export type Pagination = Camel<Wire.PagePagination>
export type Understood = Camel<Wire.Understood>
export type AppliedFilter<Shop extends ShopTypes = ShopTypes> = Omit<Camel<Wire.AppliedFilter>, 'key'> & {
  key: Shop['facet']
}

type Viewed<Shop extends ShopTypes, V extends View> = V extends 'product_ids' ? ProductReference : Product<Shop>
type Facets<Shop extends ShopTypes> = string extends Shop['facet']
  ? Record<string, Facet>
  : Partial<Record<Shop['facet'], Facet>>
type With<T, Fields> = Omit<T, keyof Fields> & Fields
interface Filtered<Shop extends ShopTypes> {
  appliedFilters?: AppliedFilter<Shop>[] | null
  facets?: { key: Shop['facet'] }[] | null
}
interface Viewing<V extends View> {
  view?: V | null
}

export type SearchRequest<Shop extends ShopTypes = ShopTypes, V extends View = 'product_details'> = With<
  Camel<Wire.SearchRequest>,
  Filtered<Shop> & Viewing<V>
>
export type SearchResponse<Shop extends ShopTypes = ShopTypes, V extends View = 'product_details'> = With<
  Camel<Wire.SearchResponse>,
  { products: Viewed<Shop, V>[]; aggregations?: Facets<Shop> }
>

export type FilterAggregationsRequest<Shop extends ShopTypes = ShopTypes> = With<
  Camel<Wire.FilterAggregationsRequest>,
  Filtered<Shop>
>
export type FilterAggregationsResponse<Shop extends ShopTypes = ShopTypes> = With<
  Camel<Wire.FilterAggregationsResponse>,
  { aggregations: Facets<Shop> }
>

export type InstantSearchRequest = Camel<Wire.InstantSearchRequest>
export type InstantSearchResponse<Shop extends ShopTypes = ShopTypes> = With<
  Camel<Wire.InstantSearchResponse>,
  { products: Product<Shop>[] }
>

export type ImageSearchRequest<V extends View = 'product_details'> = With<
  Omit<Camel<Wire.ImageSearchRequest>, 'image'> & ImageSource,
  Viewing<V>
>
export type ImageSearchResponse<Shop extends ShopTypes = ShopTypes, V extends View = 'product_details'> = With<
  Camel<Wire.ImageSearchResponse>,
  { products: Viewed<Shop, V>[] }
>
export interface ImageSource {
  /** The picture itself, base64, or a data: URL. */
  image?: Blob | string
  imageUrl?: string | null
}

/** At most 100 ids, handles and SKUs in total. */
export type ProductsRequest<V extends View = 'product_details'> = With<Camel<Wire.ProductsRequest>, Viewing<V>>
export type ProductsResponse<Shop extends ShopTypes = ShopTypes, V extends View = 'product_details'> = With<
  Camel<Wire.ProductsResponse>,
  { products: (V extends 'product_ids' ? ProductReference : ProductDetails<Shop>)[] }
>

export type InitRequest = Camel<Wire.InitRequest>
export type InitResponse = Camel<Wire.InitResponse>
export type SearchInitRequest = Camel<Wire.SearchInitRequest>
export type SearchInitResponse = Camel<Wire.SearchInitResponse>
export type SearchConfigRequest = Camel<Wire.SearchConfigRequest>
export type SearchConfigResponse = Camel<Wire.SearchConfigResponse>
export type FiltersResponse = Camel<Wire.FiltersResponse>

export type SectionsRequest = Camel<Wire.SectionsRequest>
export type SectionsResponse<Shop extends ShopTypes = ShopTypes> = With<
  Camel<Wire.SectionsResponse>,
  { sections: Section<Shop>[]; product: ProductDetails<Shop> | null }
>
export type Section<Shop extends ShopTypes = ShopTypes> = With<
  Camel<Wire.ServedSection>,
  { products: SectionProduct<Shop>[] }
>
export type SectionProduct<Shop extends ShopTypes = ShopTypes> = Product<Shop> & {
  discount: Camel<Wire.ProductDiscount> | null
}
export type RecommendationQuery = With<Camel<Wire.RecommendationQuery>, { productIds?: readonly ProductId[] | null }>
export type RecommendationsRequest<Query extends RecommendationQuery = RecommendationQuery> = With<
  Camel<Wire.RecommendationsRequest>,
  { queries: readonly Query[] }
>
/** An answer for each query, under its id, in the query's `view`. */
export type RecommendationsResponse<
  Shop extends ShopTypes = ShopTypes,
  Query extends RecommendationQuery = RecommendationQuery,
> = With<
  Camel<Wire.RecommendationsResponse>,
  { data: { [One in Query as One['id']]: RecommendationList<Shop, ViewOf<One>> } }
>
export type RecommendationList<Shop extends ShopTypes = ShopTypes, V extends View = 'product_details'> = With<
  Camel<Wire.RecommendationsResponse>['data'][string],
  { recommendations: Viewed<Shop, V>[] }
>
/** The view of a query; whole products by default. */
type ViewOf<Query> = Query extends { view?: infer V } ? (V extends View ? V : 'product_details') : 'product_details'
export type LegacyRecommendationsRequest = Camel<Wire.LegacyRecommendationsRequest>
export type LegacyRecommendationsResponse = With<
  Camel<Wire.LegacyRecommendationsResponse>,
  { data: Record<string, { serveId: string; products: (Product | ProductReference)[] }> }
>

export type AutomaticRequest<V extends View = 'product_details'> = With<Camel<Wire.AutomaticRequest>, Viewing<V>>
export type AutomaticResponse<Shop extends ShopTypes = ShopTypes, V extends View = 'product_details'> = With<
  Camel<Wire.AutomaticResponse>,
  { products: Viewed<Shop, V>[] }
>
export type TopRequest<V extends View = 'product_details'> = With<Camel<Wire.TopRequest>, Viewing<V>>
export type TopResponse<Shop extends ShopTypes = ShopTypes, V extends View = 'product_details'> = With<
  Camel<Wire.TopResponse>,
  { products: Viewed<Shop, V>[] }
>
