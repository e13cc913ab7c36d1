/** Reads the catalog through Vendure's services, so that channels, taxes and translations are those of its API. */
import {
  CollectionService,
  ProductService,
  ProductVariantService,
  type RequestContext,
  RequestContextService,
} from '@vendure/core'
import type { CatalogSource } from './catalog-feed.ts'
import { injects } from './nest.ts'
import type { ProductParts, StockedVariant } from './to-product.ts'
import type { ID, Product } from './vendure.ts'

export const PRODUCT_RELATIONS = [
  'featuredAsset',
  'assets',
  'assets.asset',
  'channels',
  'facetValues',
  'facetValues.facet',
  'translations',
]
const VARIANT_RELATIONS = ['options', 'options.group', 'facetValues', 'facetValues.facet', 'featuredAsset']
/** Maximum number of variants per product, above Vendure's default limit for lists. */
const MAX_VARIANTS = 1000

export class VendureCatalog implements CatalogSource {
  readonly #products: ProductService
  readonly #variants: ProductVariantService
  readonly #collections: CollectionService
  readonly #contexts: RequestContextService

  constructor(
    products: ProductService,
    variants: ProductVariantService,
    collections: CollectionService,
    contexts: RequestContextService,
  ) {
    this.#products = products
    this.#variants = variants
    this.#collections = collections
    this.#contexts = contexts
  }

  async productIds(skip: number, take: number): Promise<ID[]> {
    const { items } = await this.#products.findAll(await this.#context(), { skip, take, sort: { id: 'ASC' } }, [])
    return items.map(({ id }) => id)
  }

  async readProducts(ids: readonly ID[]): Promise<ProductParts[]> {
    const ctx = await this.#context()
    const products = await this.#products.findByIds(ctx, [...ids], PRODUCT_RELATIONS)
    return Promise.all(products.map((product) => this.#parts(ctx, product)))
  }

  async productsOfVariants(variantIds: readonly ID[]): Promise<ID[]> {
    const found = await this.#variants.findByIds(await this.#context(), [...variantIds])
    return [...new Set(found.map(({ productId }) => productId))]
  }

  async #parts(ctx: RequestContext, product: Product): Promise<ProductParts> {
    const list = await this.#variants.getVariantsByProductId(ctx, product.id, { take: MAX_VARIANTS }, VARIANT_RELATIONS)
    const variants = await Promise.all(
      list.items.map(async (variant): Promise<StockedVariant> => {
        const stock = await this.#variants.getSaleableStockLevel(ctx, variant)
        // A spread would lose getters such as the price.
        return Object.assign(Object.create(variant), { stock })
      }),
    )
    const collections = await this.#collections.getCollectionsByProductId(ctx, product.id, true)
    return { product, variants, collections }
  }

  #context(): Promise<RequestContext> {
    return this.#contexts.create({ apiType: 'admin' })
  }
}

injects(VendureCatalog, ProductService, ProductVariantService, CollectionService, RequestContextService)
