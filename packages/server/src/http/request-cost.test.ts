import {
  imageSearchRoute,
  legacyEventRoute,
  legacyRecommendationsRoute,
  searchConfigRoute,
  searchRoute,
  type Route,
} from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { costOf, DEAR, leastCost, readingCost, waitsForOthers } from './request-cost.ts'

const cost = (route: Route, body: unknown = {}) => costOf(route, body)

describe('costOf', () => {
  it('counts configuration and events as cheap, searches by meaning and by picture as dear', () => {
    expect(cost(searchConfigRoute as Route)).toBeLessThan(DEAR)
    expect(cost(legacyEventRoute as Route)).toBeLessThan(DEAR)
    const hybrid = cost(searchRoute as Route)
    expect(hybrid).toBeGreaterThan(cost(searchRoute as Route, { mode: 'text' }))
    expect(cost(searchRoute as Route, { mode: 'text' })).toBeGreaterThanOrEqual(DEAR)
    expect(cost(imageSearchRoute as Route)).toBeGreaterThan(3 * hybrid)
  })

  it('grows with the products, queries and facets that are asked for', () => {
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

  it('counts the bytes that are to be read, as many as may come where nobody says how many', () => {
    const length = (bytes: number) => readingCost({ 'content-length': String(bytes) }, 65_536)
    expect([length(0), length(1000), length(20_480), length(65_536)]).toEqual([0, 0, 10, 32])
    expect(readingCost({ 'transfer-encoding': 'chunked' }, 65_536)).toBe(32)
    expect(length(10 * 65_536)).toBe(32)
  })

  it('is never less than was taken before the body was read, whatever the body is', () => {
    for (const route of [searchRoute, imageSearchRoute, legacyRecommendationsRoute] as Route[])
      for (const body of [{}, null, 7, [], { pagination: { limit: -5 } }, { queries: [null] }])
        expect(cost(route, body) - leastCost(route)).toBeGreaterThanOrEqual(0)
  })
})

describe('waitsForOthers', () => {
  it('says which requests are at the mercy of another server: pictures that are fetched, and nothing else', () => {
    const waits = (route: unknown, body: unknown) => waitsForOthers(route as Route, body)
    expect(waits(imageSearchRoute, { image_url: 'https://slow.example/a.jpg' })).toBe(true)
    expect(waits(imageSearchRoute, { image: 'AAAA' })).toBe(false)
    expect(waits(imageSearchRoute, { image_url: '' })).toBe(false)
    expect(waits(imageSearchRoute, null)).toBe(false)
    expect(waits(searchRoute, { image_url: 'https://slow.example/a.jpg' })).toBe(false)
  })
})
