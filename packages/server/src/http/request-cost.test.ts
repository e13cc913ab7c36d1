import {
  imageSearchRoute,
  legacyEventRoute,
  legacyRecommendationsRoute,
  searchConfigRoute,
  searchRoute,
  type Route,
  ucpSearchRoute,
} from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { costOf, kindOf, minCost, cheapestKind } from './request-cost.ts'

const cost = (route: Route, body: unknown = {}) => costOf(route, body)

describe('costOf', () => {
  it('is higher for hybrid searches than for text searches, and low for events', () => {
    const hybrid = cost(searchRoute as Route)
    expect(hybrid).toBeGreaterThan(cost(searchRoute as Route, { mode: 'text' }))
    expect(cost(searchRoute as Route, { mode: 'text' })).toBeGreaterThan(cost(legacyEventRoute as Route))
  })

  it('grows with the requested products, queries and facets', () => {
    const query = { max_recommendations: 50 }
    const of = (count: number) => cost(legacyRecommendationsRoute as Route, { queries: Array(count).fill(query) })
    expect(of(50)).toBe(50 * of(1))
    expect(of(1)).toBeGreaterThan(
      cost(legacyRecommendationsRoute as Route, { queries: [{ ...query, view: 'product_ids' }] }),
    )
    expect(cost(searchRoute as Route, { facets: [{}, {}] })).toBeGreaterThan(
      cost(searchRoute as Route, { facets: [{}] }),
    )
  })

  it('is never less than the cost charged before the body was read', () => {
    for (const route of [searchRoute, imageSearchRoute, legacyRecommendationsRoute] as Route[])
      for (const body of [{}, null, 7, [], { pagination: { limit: -5 } }, { queries: [null] }])
        expect(cost(route, body) - minCost(route)).toBeGreaterThanOrEqual(0)
  })
})

describe('kindOf', () => {
  const kind = (route: unknown, body: unknown = {}) => kindOf(route as Route, body)

  it('distinguishes light work, searches and expensive searches', () => {
    expect([kind(searchConfigRoute), kind(legacyEventRoute)]).toEqual(['light', 'light'])
    expect(kind(searchRoute, { mode: 'text' })).toBe('search')
    expect(kind(searchRoute, { mode: 'text', pagination: { limit: 100 } })).toBe('expensive-search')
    for (const body of [{}, null, { mode: 'hybrid' }, { mode: 'vector', view: 'product_ids' }])
      expect(kind(searchRoute, body)).toBe('expensive-search')
    expect(kind(legacyRecommendationsRoute, { queries: Array(20).fill({}) })).toBe('expensive-search')
  })

  it('is left to the handlers of image searches and of agents', () => {
    expect([kind(imageSearchRoute), kind(ucpSearchRoute)]).toEqual([undefined, undefined])
    expect([cheapestKind(imageSearchRoute as Route), cheapestKind(ucpSearchRoute as Route)]).toEqual([
      'pictures',
      'expensive-search',
    ])
  })
})
