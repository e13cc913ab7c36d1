/** The compiler checks these tests. At run time, they only show that the names exist. */
import { describe, expectTypeOf, it } from 'vitest'
import type { Camel, CamelName } from './camel-type.ts'
import type { Client } from './client.ts'
import type { Tracker } from './events/tracker.ts'
import type {
  AutomaticResponse,
  Product,
  ProductsResponse,
  SearchRequest,
  SearchResponse,
  SectionsRequest,
  SectionsResponse,
} from './types.ts'
import * as react from './react/index.ts'
import * as vue from './vue/index.ts'

type Answer<Name extends keyof Client> = Client[Name] extends (...args: never[]) => Promise<infer Result>
  ? Result
  : never

describe('types of the client', () => {
  it('name fields as the case mapping does', () => {
    expectTypeOf<CamelName<'section_serve_id'>>().toEqualTypeOf<'sectionServeId'>()
    expectTypeOf<CamelName<'hasMore'>>().toEqualTypeOf<'hasMore'>()
    expectTypeOf<CamelName<'option_1'>>().toEqualTypeOf<'option_1'>()
  })

  it('leave opaque content unchanged and rename below keyed fields', () => {
    expectTypeOf<Camel<{ extra: { my_key: 1 } }>>().toEqualTypeOf<{ extra: { my_key: 1 } }>()
    expectTypeOf<Camel<{ data: { my_query: { serve_id: string } } }>>().toEqualTypeOf<{
      data: { my_query: { serveId: string } }
    }>()
  })

  it('have camelCase fields in every answer', () => {
    expectTypeOf<Answer<'init'>['visitor']['browsedProducts']>().toEqualTypeOf<number[]>()
    expectTypeOf<Answer<'search'>['products'][number]['matchedVariantId']>().toEqualTypeOf<number | null>()
    expectTypeOf<Answer<'instantSearch'>['products'][number]['matchedVariantId']>().toEqualTypeOf<number | null>()
    expectTypeOf<Answer<'search'>['pagination']['hasNextPage']>().toEqualTypeOf<boolean>()
    expectTypeOf<Answer<'sections'>['sections'][number]['hasMore']>().toEqualTypeOf<boolean>()
    expectTypeOf<Answer<'top'>['pagination']['totalRelation']>().toEqualTypeOf<'eq' | 'gte'>()
    expectTypeOf<Parameters<Client['search']>[0]>().toHaveProperty('appliedFilters')
  })

  it('contain whole products, or references if `view` asks for ids', () => {
    const client = {} as Client
    const calls = {
      whole: () => client.search({ query: '' }),
      ids: () => client.search({ query: '', view: 'product_ids' }),
      either: (view: 'product_details' | 'product_ids') => client.search({ query: '', view }),
    }
    type Products<Name extends keyof typeof calls> = Awaited<ReturnType<(typeof calls)[Name]>>['products'][number]
    expectTypeOf<Products<'whole'>['title']>().toEqualTypeOf<string>()
    expectTypeOf<Products<'whole'>['tags']>().toEqualTypeOf<string[]>()
    expectTypeOf<Products<'ids'>>().not.toHaveProperty('title')
    expectTypeOf<Products<'either'>>().not.toHaveProperty('title')
  })

  it('have names for what the client returns by default', () => {
    const client = {} as Client
    const search = (request: SearchRequest): Promise<SearchResponse> => client.search(request)
    const sections = (request: SectionsRequest): Promise<SectionsResponse> => client.sections(request)
    expectTypeOf(search).toBeFunction()
    expectTypeOf(sections).toBeFunction()
    expectTypeOf<SearchResponse['products'][number]>().toEqualTypeOf<Product>()
    expectTypeOf<AutomaticResponse['products'][number]>().toEqualTypeOf<Product>()
    expectTypeOf<Answer<'sections'>['sections'][number]['products'][number]>().toExtend<Product>()
    expectTypeOf<NonNullable<Answer<'sections'>['product']>>().toExtend<Product>()
    expectTypeOf<ProductsResponse['products'][number]>().toExtend<Product>()
    expectTypeOf<Product['variants'][number]['price']>().toEqualTypeOf<number | null>()
    expectTypeOf<Product['variants'][number]['displayPrice']>().toEqualTypeOf<number | null>()
    expectTypeOf<Product['image']['altText']>().toEqualTypeOf<string | null>()
  })

  it('give each recommendation query the products that its own `view` asks for', () => {
    const client = {} as Client
    const wide = {} as Parameters<Client['recommendations']>[0]
    const calls = {
      both: () =>
        client.recommendations({
          queries: [
            { id: 'whole', recommendationType: 'bestsellers', productIds: [1] },
            { id: 'ids', recommendationType: 'trending', view: 'product_ids' },
          ],
        }),
      wide: () => client.recommendations(wide),
    }
    type Data<Name extends keyof typeof calls> = Awaited<ReturnType<(typeof calls)[Name]>>['data']
    expectTypeOf<keyof Data<'both'>>().toEqualTypeOf<'whole' | 'ids'>()
    expectTypeOf<Data<'both'>['whole']['recommendations'][number]['tags']>().toEqualTypeOf<string[]>()
    expectTypeOf<Data<'both'>['ids']['recommendations'][number]>().not.toHaveProperty('title')
    expectTypeOf<Data<'wide'>[string]['recommendations'][number]>().not.toHaveProperty('title')
  })

  it('are also narrowed by `view` in the hooks of React and the composables of Vue', () => {
    const hooks = {
      react: () => react.useSearch({ query: '' }),
      reactIds: () => react.useSearch({ query: '', view: 'product_ids' }),
      vue: () => vue.useSearch(() => ({ query: '', facets: [{ key: 'color' }] })),
      vueIds: () => vue.useSearch({ query: '', view: 'product_ids' }),
      similar: () => react.useRecommendations({ queries: [{ id: 'similar', recommendationType: 'similar_products' }] }),
      similarInVue: () =>
        vue.useRecommendations(() => ({ queries: [{ id: 'similar', recommendationType: 'similar_products' }] })),
    }
    type Made<Name extends keyof typeof hooks> = ReturnType<(typeof hooks)[Name]>
    type InReact<Name extends 'react' | 'reactIds'> = NonNullable<Made<Name>['data']>['products'][number]
    type InVue<Name extends 'vue' | 'vueIds'> = NonNullable<Made<Name>['data']['value']>['products'][number]
    expectTypeOf<InReact<'react'>['title']>().toEqualTypeOf<string>()
    expectTypeOf<InReact<'reactIds'>>().not.toHaveProperty('title')
    expectTypeOf<InVue<'vue'>['title']>().toEqualTypeOf<string>()
    expectTypeOf<InVue<'vueIds'>>().not.toHaveProperty('title')
    type Similar = NonNullable<Made<'similar'>['data']>['data']['similar']['recommendations'][number]
    type SimilarInVue = NonNullable<Made<'similarInVue'>['data']['value']>['data']['similar']['recommendations'][number]
    expectTypeOf<Similar['title']>().toEqualTypeOf<string>()
    expectTypeOf<SimilarInVue['title']>().toEqualTypeOf<string>()
  })

  it('include a shop’s own facets and metafields', () => {
    type Shop = { facet: 'color' | 'price'; metafield: { namespace: 'specs'; key: 'weight'; value: string } }
    const client = {} as Client<Shop>
    const search = () => client.search({ query: '', facets: [{ key: 'color' }] })
    type Found = Awaited<ReturnType<typeof search>>
    expectTypeOf<keyof NonNullable<Found['aggregations']>>().toEqualTypeOf<'color' | 'price'>()
    expectTypeOf<Found['products'][number]['metafields'][number]['key']>().toEqualTypeOf<'weight'>()
    // @ts-expect-error the shop has no such facet
    const wrong = () => client.search({ query: '', facets: [{ key: 'colour' }] })
    expectTypeOf(wrong).toBeFunction()
  })

  it('describe the content of each event by its name', () => {
    const tracker = {} as Tracker
    const right = () => [
      tracker.standard('product_viewed', { productVariant: { id: 1, product: { id: 2 }, sku: 'more is fine' } }),
      tracker.custom('svc:section:click', { sectionServeId: 's', products: [{ productId: 1 }] }),
    ]
    // @ts-expect-error a cart view without a cart; an empty one is null
    const noCart = () => tracker.standard('cart_viewed', {})
    // @ts-expect-error a view without a product
    const empty = () => tracker.standard('product_viewed', {})
    // @ts-expect-error a request id is not a number
    const number = () => tracker.custom('svc:search_result_clicked', { request_id: 1 })
    expectTypeOf([right, noCart, empty, number]).toBeArray()
  })

  it('reject wire names and unknown strategies', () => {
    // @ts-expect-error snake_case is for the wire
    expectTypeOf<Parameters<Client['search']>[0]>().toHaveProperty('applied_filters')
    // @ts-expect-error only two strategies exist
    const wrong: Parameters<Client['top']>[0] = { strategy: 'CHEAPEST' }
    expectTypeOf(wrong).toBeObject()
  })
})
