import {
  imageSearchRoute,
  legacyEventRoute,
  legacyRecommendationsRoute,
  searchConfigRoute,
  searchRoute,
  type Route,
} from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { costOf, DEAR, leastCost } from './request-cost.ts'

const cost = (route: Route, body: unknown = {}, bytes = 0) => costOf(route, body, bytes)

describe('costOf', () => {
  it('counts configuration and events as cheap, searches by meaning and by picture as dear', () => {
    expect(cost(searchConfigRoute as Route)).toBeLessThan(DEAR)
    expect(cost(legacyEventRoute as Route)).toBeLessThan(DEAR)
    const hybrid = cost(searchRoute as Route)
    expect(hybrid).toBeGreaterThan(cost(searchRoute as Route, { mode: 'text' }))
    expect(cost(searchRoute as Route, { mode: 'text' })).toBeGreaterThanOrEqual(DEAR)
    expect(cost(imageSearchRoute as Route)).toBeGreaterThan(5 * hybrid)
  })

  it('grows with the products, queries, facets and bytes that are asked for', () => {
    const query = { max_recommendations: 50 }
    const of = (count: number) => cost(legacyRecommendationsRoute as Route, { queries: Array(count).fill(query) })
    expect(of(50)).toBe(50 * of(1))
    expect(of(1)).toBeGreaterThan(
      cost(legacyRecommendationsRoute as Route, { queries: [{ ...query, view: 'product_ids' }] }),
    )
    expect(cost(searchRoute as Route, { facets: [{}, {}] })).toBe(cost(searchRoute as Route) + 2)
    expect(cost(legacyEventRoute as Route, {}, 64 * 1024)).toBeGreaterThan(cost(legacyEventRoute as Route, {}, 1000))
  })

  it('is never less than was taken before the body was read, whatever the body is', () => {
    for (const route of [searchRoute, imageSearchRoute, legacyRecommendationsRoute] as Route[])
      for (const body of [{}, null, 7, [], { pagination: { limit: -5 } }, { queries: [null] }])
        expect(cost(route, body) - leastCost(route)).toBeGreaterThanOrEqual(0)
  })
})
