import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { ClickedProduct, Reformulation } from '../analytics/recent-searches.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { confidenceOf } from '../analytics/rewordings.ts'
import { exchangedWords, type FailedQuery, type Found, type SharedFault, type SuggestDeps, suggest } from './suggest.ts'

const config = completeConfig({
  collections: [{ id: 1, handle: 'sale', title: 'Sale' }],
  pages: [{ handle: 'returns', title: 'Returns' }],
  search: { synonyms: [{ from: 'a', to: 'b' }] },
} as Parameters<typeof completeConfig>[0])
const shop = { id: 'a.example', config } as unknown as Shop
const nothing: Found = { total: 0, byWords: 0, ids: [], corrected: null }

interface World {
  failed?: Partial<FailedQuery>[]
  changes?: Partial<Reformulation>[]
  /** `now` is the result of the failed search; `patched` returns the number of products with the proposed change. */
  now?: Partial<Found>
  patched?: (patch: { search: { synonyms?: { from: string; to: string }[] } }) => number
  /** Position of the product that shoppers clicked in another search, before and after the change. */
  elsewhere?: [before: number, after: number]
  faults?: SharedFault[]
  /** Faults of the whole shop. */
  usual?: SharedFault[]
  clicked?: ClickedProduct[]
  /** Products that a search for the other word finds; by default those of the failed search. */
  other?: number[]
  rank?: number
  isInStock?: boolean
}
/** Visitors who searched for trainers chose product 7. */
const TRAINERS_CHOSEN: ClickedProduct[] = [
  { query: 'trainer', productId: 7, clicks: 4, ofClicks: 9, ofSearches: 20, position: 1 },
]
const idsWith = (id: number, place: number) => Array.from({ length: 5 }, (_, at) => (at === place ? id : 100 + at))
const suggestions = (world: World) => {
  const { failed = [{}], changes = [], now = {}, patched = () => 5, faults = [], rank } = world
  const { clicked = TRAINERS_CHOSEN, elsewhere = [0, 0], usual = [], other, isInStock = true } = world
  const deps: SuggestDeps = {
    failedQueries: async () => failed.map((one) => ({ query: 'sneeker', searches: 4, isEmpty: true, ...one })),
    reformulations: async () => changes.map((one) => ({ chosen: new Map(), ...one })) as Reformulation[],
    faultsAmong: async (_, query) => (query === '' ? usual : faults),
    clicked: async () => clicked,
    standing: async () => (rank === undefined ? undefined : { rank, total: 40, title: 'Teapot', isInStock }),
    searchesWithoutClick: async () => 9,
    find: async (_, query, how) => {
      if (query === 'white sneeker') return { ...nothing, ids: idsWith(8, elsewhere[how?.patch ? 1 : 0]) }
      if (other && query === 'trainer') return { ...nothing, ids: other }
      if (how?.patch) return { ...nothing, ids: [7], total: patched(how.patch as never) }
      return { ...nothing, ...now }
    },
  }
  return suggest(deps, shop)
}
const synonymTo = (to: string) => ({
  kind: 'synonym',
  patch: {
    search: {
      synonyms: [
        { from: 'a', to: 'b' },
        { from: 'sneeker', to },
      ],
    },
  },
})

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A share of the shoppers rewords the query; the others search for something popular. */
function reworded(from: string, { share, shoppers }: { share: number; shoppers: number }, random: () => number) {
  const counts = new Map<string, number>()
  for (let i = 0; i < shoppers; i++) {
    const to = random() < share ? `${from} means` : `popular ${Math.floor(12 * random() ** 2)}`
    counts.set(to, (counts.get(to) ?? 0) + 1)
  }
  return [...counts].map(([to, count]) => ({ from, to, count }))
}

/** Counts the calls that run at the same time. */
function oneAtATime() {
  let underWay = 0
  let most = 0
  const count = async <T>(answer: T): Promise<T> => {
    most = Math.max(most, ++underWay)
    await new Promise(setImmediate)
    underWay--
    return answer
  }
  return { count, most: () => most }
}

describe('proposals for searches that fail', () => {
  it('P0: run one search at a time, so that requests are served in between', async () => {
    const { count, most } = oneAtATime()
    const failed = ['couch', 'divan', 'settee'].map((query) => ({ query, searches: 4, isEmpty: false }))
    const clicked = failed.map(({ query }) => ({
      query,
      productId: 1,
      clicks: 9,
      ofClicks: 9,
      ofSearches: 9,
      position: 8,
    }))
    const searches: string[] = []
    const found = await suggest(
      {
        failedQueries: async () => failed,
        reformulations: async () => [],
        clicked: async () => clicked,
        searchesWithoutClick: async () => 9,
        faultsAmong: () => count([]),
        standing: (_, query) => count({ rank: 9, total: 40, title: query, isInStock: true }),
        find: (_, query) => {
          searches.push(query)
          return count(nothing)
        },
      },
      shop,
    )
    expect(most()).toBe(1)
    expect(searches).toEqual(expect.arrayContaining(['couch', 'divan', 'settee']))
    expect(
      found
        .filter(({ kind }) => kind === 'rule')
        .map(({ query }) => query)
        .toSorted(),
    ).toEqual(['couch', 'divan', 'settee'])
  })

  it('P1: add the word that shoppers typed next to existing synonyms, and say what it would find', async () => {
    const [one, ...rest] = await suggestions({ changes: [{ from: 'sneeker', to: 'trainer', count: 3 }] })
    expect(one).toMatchObject({
      ...synonymTo('trainer'),
      query: 'sneeker',
      lost_searches: 4,
      results_now: 0,
      results_expected: 5,
      evidence: [
        { kind: 'reformulation', count: 3 },
        { kind: 'replay', count: 4 },
      ],
    })
    expect(rest).toEqual([])
  })

  it('P2: use no next queries that follow another query, too, or that few of many shoppers typed', async () => {
    const kinds = async (changes: Partial<Reformulation>[]) => (await suggestions({ changes })).map(({ kind }) => kind)
    const to = (word: string, count: number) => ({ from: 'sneeker', to: word, count })
    expect(await kinds([{ from: 'other', to: 'trainer', count: 3 }])).toEqual([])
    // A single visit may be about two things.
    expect(await kinds([to('trainer', 1)])).toEqual([])
    expect(await kinds([to('trainer', 3)])).toEqual(['synonym'])
    // Only two of thirty visits went on to this word. Others went on to something else.
    expect(await kinds([to('trainer', 2), ...Array.from({ length: 28 }, (_, i) => to(`w${i}`, 1))])).toEqual([])
    // Shoppers type this word after any search, so it is only popular.
    expect(await kinds([to('trainer', 5), to('hat', 3), { from: 'lamp', to: 'trainer', count: 50 }])).toEqual([])
  })

  it('P2b: are right in 19 of 20 cases when they take the next query for a rewording', () => {
    const random = seeded(7)
    const isMeant = ({ from, to }: Pick<Reformulation, 'from' | 'to'>) => to === `${from} means`
    const shops = Array.from({ length: 50 }, () => {
      const shares = Array.from({ length: 20 }, () => (random() < 0.5 ? 0.3 + 0.6 * random() : 0))
      return shares.flatMap((share, i) => reworded(`q${i}`, { share, shoppers: 3 + Math.floor(27 * random()) }, random))
    })
    const taken = shops.flatMap((changes) =>
      changes.filter((one) => one.count >= 3 && confidenceOf(one, changes) >= 0.25),
    )
    expect(taken.filter(isMeant).length / taken.length).toBeGreaterThan(0.95)
    expect(taken.filter(isMeant).length / shops.flat().filter(isMeant).length).toBeGreaterThan(0.5)
  })

  it('P3: use the corrected spelling if shoppers click what it finds; similar meaning alone is no evidence', async () => {
    const clicked = [{ ...TRAINERS_CHOSEN[0]!, query: 'sneaker' }]
    expect(await suggestions({ now: { corrected: 'sneaker' }, clicked })).toMatchObject([
      {
        ...synonymTo('sneaker'),
        evidence: [
          { kind: 'spelling', count: null },
          { kind: 'replay', count: 4 },
        ],
      },
    ])
    expect(await suggestions({ now: { corrected: 'sneaker' }, clicked: [] })).toEqual([])
    expect(await suggestions({ now: { total: 7, ids: [3, 1, 2] }, failed: [{ isEmpty: false }] })).toEqual([])
  })

  it('P3b: let the merchant choose among products that shoppers clicked after different words, then similar ones', async () => {
    const next = ['one', 'two', 'three'].map((to, i) => ({
      ...{ from: 'sneeker', to, count: 1 },
      chosen: new Map([8, 20 + i].map((id) => [id, 1])),
    }))
    const near = { total: 7, ids: [3, 20] }
    expect(await suggestions({ changes: next, now: near })).toMatchObject([
      { kind: 'choose', patch: {}, evidence: [{ kind: 'chosen_next', count: 3 }], candidates: [8, 3, 20] },
    ])
    // Two shoppers may be chance. Products on the first page need no proposal.
    expect(await suggestions({ changes: next.slice(1), now: near })).toEqual([])
    expect(await suggestions({ changes: next, now: { total: 7, ids: [8, 20, 21, 22] } })).toEqual([])
    // Shoppers who each click a different product wanted something that is not sold. A product that is clicked after
    // any search is no evidence for this one.
    const apart = next.map((one, i) => ({ ...one, chosen: new Map([[20 + i, 1]]) }))
    expect(await suggestions({ changes: apart, now: near })).toEqual([])
    const bestseller = { ...TRAINERS_CHOSEN[0]!, productId: 8, clicks: 40 }
    expect(await suggestions({ changes: next, now: near, clicked: [bestseller] })).toEqual([])
  })

  it('P4: use the best evidence that brings clicked products to the first page', async () => {
    const changes = ['useless', 'trainer'].map((to) => ({ from: 'sneeker', to, count: 8 }))
    const failed = [{ isEmpty: false }]
    expect(await suggestions({ failed, changes, now: { total: 2 } })).toMatchObject([synonymTo('trainer')])
    // Shoppers already find product 7 by its meaning.
    expect(await suggestions({ failed, changes, now: { total: 2, ids: [7] } })).toEqual([])
    const few = (more: Partial<ClickedProduct>) =>
      suggestions({ failed, changes, now: { total: 2 }, clicked: [{ ...TRAINERS_CHOSEN[0]!, ...more }] })
    expect(await few({ clicks: 2 })).toEqual([])
    expect(await few({ ofClicks: 17 })).toEqual([])
  })

  it('P4b: move no product down that shoppers clicked in another search', async () => {
    const changes = [{ from: 'sneeker', to: 'trainer', count: 3 }]
    const kinds = async (world: World) => (await suggestions({ changes, ...world })).map(({ kind }) => kind)
    const white = { query: 'white sneeker', productId: 8, clicks: 1, ofClicks: 1, ofSearches: 3, position: 1 }
    const clicked = [...TRAINERS_CHOSEN, white]
    expect(await kinds({ clicked, elsewhere: [1, 1] })).toEqual(['synonym'])
    expect(await kinds({ clicked, elsewhere: [1, 3] })).toEqual([])
    const rare = [...TRAINERS_CHOSEN, { ...white, ofSearches: 2 }]
    expect(await kinds({ clicked: rare, elsewhere: [1, 3] })).toEqual(['synonym'])
  })

  it('P4d: contain only the words that shoppers replaced; a wider or narrower search means something else', async () => {
    expect(exchangedWords('white sneeker', 'white trainer')).toEqual({ from: 'sneeker', to: 'trainer' })
    expect(exchangedWords('white sneeker', 'sneeker')).toBeUndefined()
    expect(exchangedWords('sneeker', 'white sneeker')).toBeUndefined()
    const failed = ['sneeker', 'old sneeker'].map((query) => ({ query, searches: 4 }))
    const changes = [
      { from: 'old sneeker', to: 'old trainer', count: 5 },
      { from: 'sneeker', to: 'trainer', count: 3 },
    ]
    const clicked = [...TRAINERS_CHOSEN, { ...TRAINERS_CHOSEN[0]!, query: 'old trainer' }]
    expect(await suggestions({ failed, changes, clicked })).toMatchObject([
      { ...synonymTo('trainer'), query: 'sneeker' },
    ])
  })

  it('P4c: equate two words of the shop only if both find some of the same products', async () => {
    const changes = [{ from: 'sneeker', to: 'trainer', count: 3 }]
    const failed = [{ isEmpty: false }]
    const now = (ids: number[]) => ({ total: 1, byWords: 1, ids })
    expect(await suggestions({ failed, changes, now: now([9]), other: [9] })).toMatchObject([synonymTo('trainer')])
    expect(await suggestions({ failed, changes, now: now([9]), other: [8] })).toEqual([])
  })

  it('P5: skip an empty query that finds something by now, but not a query without clicks', async () => {
    const changes = [{ from: 'sneeker', to: 'trainer', count: 3 }]
    expect(await suggestions({ changes, now: { total: 1, byWords: 1 } })).toEqual([])
    // A product that is only similar in meaning does not contain the words.
    expect(await suggestions({ changes, now: { total: 1 } })).toMatchObject([synonymTo('trainer')])
    expect(await suggestions({ failed: [{ isEmpty: false }], changes, now: { total: 1 } })).toHaveLength(1)
  })

  it('P6: redirect the name of a collection or page to it, whatever the search finds', async () => {
    const redirect = async (query: string) =>
      (await suggestions({ failed: [{ query }], patched: () => 0 })).map(({ kind, patch, evidence }) => [
        kind,
        (patch as { search: { rules: { redirect: string; when: object }[] } }).search.rules.at(-1),
        evidence[0]?.kind,
      ])
    expect(await redirect('sale')).toEqual([
      [
        'redirect',
        { id: expect.any(String), when: { query: 'sale', match: 'exact' }, redirect: '/collections/sale' },
        'same_title',
      ],
    ])
    expect(await redirect('returns')).toMatchObject([['redirect', { redirect: '/pages/returns' }, 'same_title']])
  })

  it('P7: are sorted by failed searches, for at most twenty-five queries', async () => {
    const failed = Array.from({ length: 30 }, (_, i) => ({ query: `q${i}`, searches: i + 3 }))
    const clicked = [{ ...TRAINERS_CHOSEN[0]!, query: 'x' }]
    const found = await suggestions({ failed, now: { corrected: 'x' }, clicked })
    expect(found.map(({ lost_searches: lost }) => lost)).toEqual(Array.from({ length: 25 }, (_, i) => 27 - i))
  })

  it('P8: report a fault of most of the first products if a search with results is never clicked', async () => {
    const lamps = { failed: [{ query: 'lamp', isEmpty: false }], now: { total: 12, byWords: 12 } }
    const missing = (count: number): SharedFault[] => [{ check: 'no_picture', count, of: 10 }]
    expect(await suggestions({ ...lamps, faults: missing(5) })).toMatchObject([
      {
        kind: 'data',
        patch: {},
        proposal: 'fix the products that “lamp” shows: 5 of its first 10 products have no picture',
        evidence: [{ kind: 'no_picture', count: 5 }],
        lost_searches: 4,
        results_expected: 12,
      },
    ])
    expect(await suggestions({ ...lamps, faults: missing(4) })).toEqual([])
    expect(await suggestions({ ...lamps, faults: missing(9), usual: missing(5) })).toEqual([])
    expect(await suggestions({ ...lamps, faults: missing(9), now: { total: 12 } })).toEqual([])
    expect(await suggestions({ faults: missing(9), failed: [{ searches: 2 }] })).toEqual([])
    expect(await suggestions({ faults: missing(9) })).toEqual([])
    expect(await suggestions({ ...lamps, faults: [{ check: 'no_picture', count: 2, of: 2 }] })).toEqual([])
  })

  it('P9: pin a product that most shoppers click although it ranks far down', async () => {
    const chosen = { query: 'tea', productId: 7, clicks: 8, ofClicks: 10, ofSearches: 30, position: 5 }
    const rules = (more: Partial<ClickedProduct>, rank?: number, isInStock = true) =>
      suggestions({ failed: [], clicked: [{ ...chosen, ...more }], isInStock, ...(rank === undefined ? {} : { rank }) })
    const [one] = await rules({}, 6)
    expect(one).toMatchObject({
      kind: 'rule',
      query: 'tea',
      proposal: 'show “Teapot” first for “tea”',
      lost_searches: 9,
      evidence: [{ kind: 'clicks', count: 8 }],
      confidence: 0.49,
    })
    const [rule] = (one!.patch as { search: { rules: object[] } }).search.rules
    expect(rule).toMatchObject({ when: { query: 'tea', match: 'exact' }, pin: [{ product_id: 7, position: 1 }] })
    expect(await rules({}, 3)).toEqual([])
    expect(await rules({})).toEqual([])
    expect(await rules({ clicks: 4, ofClicks: 4 }, 6)).toEqual([])
    expect(await rules({ clicks: 5, ofClicks: 9 }, 6)).toEqual([])
    expect(await rules({}, 6, false)).toEqual([])
    expect(await rules({ position: 3 }, 6)).toEqual([])
  })
})
