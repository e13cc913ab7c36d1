/** What is kept between requests on one snapshot, and what must not be mixed up. Numbered. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import type { Constraint } from '../understand/constraint.ts'
import { foundSet } from './found-set.ts'
import { searchIndex } from './search-index.ts'
import type { SearchRequest } from './search-request.ts'
import { withChanges, withPopularity } from './shop-index.ts'
import { searchShop, shopRequest, smallDoc, smallShop } from './testing/small-shop.ts'

const HOUR_MS = 3_600_000
const shop = smallShop([
  { title: 'Oak lamp' },
  { title: 'Oak lamp stand' },
  { title: 'Oak lamp stand tall' },
  { title: 'Iron kettle' },
])
const says = (word: string): Constraint => ({
  kind: 'phrase',
  text: '"…"',
  label: '"…"',
  attributes: [],
  phrases: [[word]],
})
const oakLamp = (parts: Partial<SearchRequest> = {}) => shopRequest('oak lamp', parts)
const idsOf = (parts: Partial<SearchRequest>) => searchIndex(shop, oakLamp(parts)).hits.map(({ id }) => id)

describe('what was found is kept', () => {
  it('K1: for the same request, whatever its page, order and shopper', () => {
    const found = foundSet(shop, oakLamp({ limit: 2 }))
    const affinity = () => 1
    expect(foundSet(shop, oakLamp({ limit: 2, offset: 2 }))).toBe(found)
    expect(foundSet(shop, oakLamp({ limit: 0 }))).toBe(found)
    expect(foundSet(shop, oakLamp({ limit: 2, personal: { attributes: [], affinity } }))).toBe(found)
    expect(foundSet(shop, oakLamp({ limit: 2, preferences: new Map([[1, 1]]) }))).toBe(found)
  })

  it('K2: without anything about the shopper', () => {
    const affinity = () => 1
    const found = foundSet(shop, oakLamp({ personal: { attributes: [], affinity }, preferences: new Map([[1, 1]]) }))
    expect(found.query.request).not.toHaveProperty('personal')
    expect(found.query.request).not.toHaveProperty('preferences')
  })

  it('K3: while each shopper still gets an order of their own', () => {
    const own = (id: number) => ({ preferences: new Map([[id, 1]]), popularityWeight: 5 })
    expect(idsOf(own(3))[0]).toBe(3)
    expect(idsOf(own(2))[0]).toBe(2)
    expect(idsOf({})[0]).toBe(1)
  })

  it('K4: not for a list of products that was found elsewhere', () => {
    const among = oakLamp({ among: [1, 2] })
    expect(foundSet(shop, among)).not.toBe(foundSet(shop, among))
  })

  it('K5: for two settings side by side, as in an experiment', () => {
    const [a, b] = [{ ...DEFAULT_TEXT_SETTINGS }, { ...DEFAULT_TEXT_SETTINGS }]
    const find = (settings: typeof a) =>
      foundSet(shop, oakLamp({ query: { text: 'oak', prefixLast: false, settings } }))
    const [first, second] = [find(a), find(b)]
    expect(first).not.toBe(second)
    expect([find(a), find(b)]).toEqual([first, second])
    expect(find(a)).toBe(first)
    expect(find(b)).toBe(second)
  })

  it('K6: and counts into the bytes of the index', () => {
    const fresh = smallShop([{ title: 'Oak lamp' }])
    expect(fresh.cache.bytes).toBe(0)
    searchShop(fresh, 'oak')
    expect(fresh.cache.bytes).toBeGreaterThan(0)
  })
})

describe('a page is kept', () => {
  const lamps = () =>
    smallShop([
      { title: 'Oak lamp', popularity: 1 },
      { title: 'Oak lamp stand', popularity: 500 },
      { title: 'Oak lamp stand tall', popularity: 20 },
    ])
  const kept = lamps()
  const ask = (parts: Partial<SearchRequest>) => shopRequest('oak', { limit: 2, popularityWeight: 1, ...parts })

  it('K7: where the same is asked for again', () => {
    expect(searchIndex(kept, ask({})).hits).toBe(searchIndex(kept, ask({})).hits)
  })

  it('K7: up to three of one set, of at most fifty products', () => {
    const fresh = lamps()
    const isKept = (parts: Partial<SearchRequest>) => {
      const first = searchIndex(fresh, ask(parts)).hits
      return searchIndex(fresh, ask(parts)).hits === first
    }
    expect([isKept({ limit: 51 }), isKept({ limit: 50 }), isKept({ limit: 1 })]).toEqual([false, true, true])
    expect([isKept({ limit: 2 }), isKept({ limit: 3 }), isKept({ limit: 50 })]).toEqual([true, false, true])
  })

  it('K8: but none that a shopper, or what shoppers choose, has ordered', () => {
    const affinity = () => 1
    const preferences = new Map([[3, 1]])
    for (const own of [{ personal: { attributes: [], affinity } }, { preferences }])
      expect(searchIndex(kept, ask(own)).hits).not.toBe(searchIndex(kept, ask(own)).hits)
    expect(searchIndex(kept, ask({ preferences, popularityWeight: 5 })).hits).toEqual(
      searchIndex(lamps(), ask({ preferences, popularityWeight: 5 })).hits,
    )
  })

  it.each<[string, Partial<SearchRequest>]>([
    ['the next one', { offset: 2 }],
    ['a longer one', { limit: 3 }],
    ['another order', { sort: 'price_desc' }],
    ['an order by other titles', { sort: 'title_asc', titleFields: ['title:de'] }],
    ['one without sales', { popularityWeight: 0 }],
    ['one with explanations', { explain: true }],
    ['one with what is sold out last', { outOfStockLast: true }],
    [
      'one with a product pinned by what it is',
      {
        rules: {
          pins: [],
          boosts: [],
          pinTargets: [{ target: { ids: new Set([3]) }, position: 1, limit: 1, rule: 'r' }],
        },
      },
    ],
  ])('K9: apart from %s', (_, parts) => {
    searchIndex(kept, ask({}))
    expect(searchIndex(kept, ask(parts)).hits).toEqual(searchIndex(lamps(), ask(parts)).hits)
    expect(searchIndex(kept, ask({})).hits).toEqual(searchIndex(lamps(), ask({})).hits)
  })
})

describe('what decides what is found is told apart', () => {
  const visibility = (parts: object) => ({ terms: [], inStockOnly: false, hidden: [], ...parts })
  const differing: Record<string, Partial<SearchRequest>> = {
    'a hidden product': { visibility: visibility({ hidden: [1] }) },
    'a product hidden by a set': { visibility: visibility({ hiddenTargets: [{ ids: new Set([1]) }] }) },
    'another product hidden by a set': { visibility: visibility({ hiddenTargets: [{ ids: new Set([2]) }] }) },
    'a selected price': {
      selections: [
        {
          key: 'p',
          field: { kind: 'number', name: 'price' },
          operator: 'or',
          values: [],
          ranges: [{ from: 0, to: 1 }],
        },
      ],
    },
    'an open price': {
      selections: [
        {
          key: 'p',
          field: { kind: 'number', name: 'price' },
          operator: 'or',
          values: [],
          ranges: [{ from: 0, to: Number.POSITIVE_INFINITY }],
        },
      ],
    },
    'a pin': { rules: { pins: [{ id: 4, position: 1, rule: 'r' }], boosts: [] } },
    'a boost': { rules: { pins: [], boosts: [{ target: { ids: new Set([3]) }, factor: 9, rule: 'b' }] } },
    'another boost': { rules: { pins: [], boosts: [{ target: { ids: new Set([2]) }, factor: 9, rule: 'b' }] } },
    'other words': { query: { text: 'oak', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS } },
    'a word that may go on': { query: { text: 'oak lamp', prefixLast: true, settings: DEFAULT_TEXT_SETTINGS } },
    'other settings': { query: { text: 'oak lamp', prefixLast: false, settings: { ...DEFAULT_TEXT_SETTINGS } } },
    'a constraint': { constraints: [says('stand')] },
    'another constraint of the same text': { constraints: [says('tall')] },
    'neighbours in meaning': {
      semantic: { scores: new Map(), near: [4], joining: [4], joins: 'always', weight: 0.2 },
    },
  }

  it.each(Object.keys(differing))('D: %s', (name) => {
    const others = Object.entries(differing).filter(([other]) => other !== name)
    const before = foundSet(shop, oakLamp(differing[name]))
    expect(before).not.toBe(foundSet(shop, oakLamp()))
    for (const [, parts] of others) expect(foundSet(shop, oakLamp(parts))).not.toBe(before)
    const alone = smallShop(
      ['Oak lamp', 'Oak lamp stand', 'Oak lamp stand tall', 'Iron kettle'].map((title) => ({ title })),
    )
    expect(searchIndex(shop, oakLamp(differing[name]))).toEqual(searchIndex(alone, oakLamp(differing[name])))
  })

  it('T: the moment at which a product appears', () => {
    const opening = Date.UTC(2026, 0, 1)
    const soon = smallShop([{ title: 'Oak lamp' }, { title: 'Oak desk', visibleFromMs: opening }])
    const at = (nowMs: number) => searchShop(soon, 'oak', { visibility: visibility({ nowMs }) }).total
    expect([at(opening - HOUR_MS), at(opening), at(opening - HOUR_MS)]).toEqual([1, 2, 1])
  })
})

describe('a write', () => {
  it('W1: is seen by the next request', () => {
    expect(searchShop(shop, 'oak').total).toBe(3)
    expect(searchShop(withChanges(shop, [smallDoc({ title: 'Oak chair' }, 9)], [1, 2]), 'oak').total).toBe(2)
  })

  it('W2: of sales figures too', () => {
    const sold = withPopularity(shop, new Map([[3, 1000]]))
    expect(searchShop(shop, 'oak').hits[0]!.explanation.popularity).toBe(0)
    expect(searchShop(sold, 'oak').hits.find(({ id }) => id === 3)!.explanation.popularity).toBe(1)
  })
})
