/** Checked by the compiler; at run time these only hold that the names exist. */
import { describe, expectTypeOf, it } from 'vitest'
import type { Camel, CamelName } from './camel-type.ts'
import type { Client } from './client.ts'

type Answer<Name extends keyof Client> = Client[Name] extends (...args: never[]) => Promise<infer Result>
  ? Result
  : never

describe('types of the client', () => {
  it('names fields as the mapping does', () => {
    expectTypeOf<CamelName<'section_serve_id'>>().toEqualTypeOf<'sectionServeId'>()
    expectTypeOf<CamelName<'hasMore'>>().toEqualTypeOf<'hasMore'>()
    expectTypeOf<CamelName<'option_1'>>().toEqualTypeOf<'option_1'>()
  })

  it('leaves opaque content alone and renames below keyed fields', () => {
    expectTypeOf<Camel<{ extra: { my_key: 1 } }>>().toEqualTypeOf<{ extra: { my_key: 1 } }>()
    expectTypeOf<Camel<{ data: { my_query: { serve_id: string } } }>>().toEqualTypeOf<{
      data: { my_query: { serveId: string } }
    }>()
  })

  it('gives every answer its fields in camelCase', () => {
    expectTypeOf<Answer<'init'>['visitor']['browsedProducts']>().toEqualTypeOf<number[]>()
    expectTypeOf<Answer<'search'>['products'][number]['matchedVariantId']>().toEqualTypeOf<number | null>()
    expectTypeOf<Answer<'instantSearch'>['products'][number]['matchedVariantId']>().toEqualTypeOf<number | null>()
    expectTypeOf<Answer<'search'>['pagination']['hasNextPage']>().toEqualTypeOf<boolean>()
    expectTypeOf<Answer<'sections'>['sections'][number]['hasMore']>().toEqualTypeOf<boolean>()
    expectTypeOf<Answer<'top'>['pagination']['totalRelation']>().toEqualTypeOf<'eq' | 'gte'>()
    expectTypeOf<Parameters<Client['search']>[0]>().toHaveProperty('appliedFilters')
  })

  it('refuses wire names and unknown strategies', () => {
    // @ts-expect-error snake_case is for the wire
    expectTypeOf<Parameters<Client['search']>[0]>().toHaveProperty('applied_filters')
    // @ts-expect-error only two strategies exist
    const wrong: Parameters<Client['top']>[0] = { strategy: 'CHEAPEST' }
    expectTypeOf(wrong).toBeObject()
  })
})
