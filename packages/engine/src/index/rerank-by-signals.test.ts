import { describe, expect, it } from 'vitest'
import { MATCH_CLASS } from '../text/text-query.ts'
import type { RankedEntry, RankingContext } from './ranked-entry.ts'
import { movesHits, rerankBySignals, signalWindow } from './rerank-by-signals.ts'
import type { SearchRequest } from './search-request.ts'
import { nearProducts, shopRequest, smallShop } from './testing/small-shop.ts'

interface Entry extends Partial<RankedEntry> {
  /** Units sold. */
  sold?: number
}
interface Signals extends Partial<SearchRequest> {
  semanticWeight?: number
  factors?: number[]
}
/** Products 1, 2, … in this order before they are moved. */
function rank(entries: readonly Entry[], { semanticWeight = 0, factors, ...request }: Signals = {}, window = 100) {
  const index = smallShop(entries.map(({ sold = 0 }) => ({ title: 'Mug', popularity: sold })))
  const ranked = entries.map(
    ({ sold: _, ...entry }, i): RankedEntry => ({
      view: 0,
      doc: i,
      id: i + 1,
      inStock: true,
      score: 0,
      text: 1,
      matchClass: MATCH_CLASS.words,
      ...entry,
    }),
  )
  const boosts = factors ? [{ factors: Float32Array.from(factors), firstBoost: new Int16Array(factors.length) }] : []
  const context = {
    index,
    request: shopRequest('mug', { popularityWeight: 1, ...request }),
    boosts,
    semanticWeight,
    kind: undefined,
  }
  return rerankBySignals(context as unknown as RankingContext, ranked, window)
}
const ids = (...given: Parameters<typeof rank>) => rank(...given).map(({ id }) => id)
const semantic = (scores: Record<number, number>) =>
  ({ scores: new Map(Object.entries(scores).map(([id, score]) => [Number(id), score])) }) as unknown as NonNullable<
    SearchRequest['semantic']
  >

describe('what comes after the words', () => {
  it('K9: the class of the match goes before the score, whatever sells', () => {
    const worse = { matchClass: MATCH_CLASS.excluded, text: 9, sold: 9 }
    const better = { matchClass: MATCH_CLASS.words, text: 1 }
    expect(ids([worse, better])).toEqual([2, 1])
    expect(ids([better, worse])).toEqual([1, 2])
  })

  it('K10: the kind that is meant goes before the class and the score', () => {
    const other = { matchClass: MATCH_CLASS.words, text: 9 }
    const meant = { matchClass: MATCH_CLASS.words, text: 1, isMeant: true }
    expect(ids([other, meant, other])).toEqual([2, 1, 3])
    expect(ids([meant, other, meant])).toEqual([1, 3, 2])
  })

  it('K0: counts what sells and what is chosen once, where the shop sets no weight', () => {
    const entries = [{ sold: 5 }, { sold: 9 }, {}]
    const preferences = new Map([[3, 0.5]])
    const scores = (weight: number | undefined) =>
      rank(entries, { preferences, popularityWeight: weight } as Signals).map(({ id, score }) => [id, score])
    expect(scores(undefined)).toEqual(scores(1))
    expect(scores(undefined)).not.toEqual(scores(2))
  })

  it('K1: the better text comes first, of equals the smaller id', () => {
    expect(ids([{ text: 1 }, { text: 3 }, { text: 2 }])).toEqual([2, 3, 1])
    expect(ids([{}, {}, {}])).toEqual([1, 2, 3])
    expect(ids([{ id: 9 }, { id: 7 }, { id: 8 }])).toEqual([7, 8, 9])
  })

  it('K2: sales add a fifth at most, on a logarithm', () => {
    expect(ids([{ text: 1.19 }, { sold: 100 }])).toEqual([2, 1])
    expect(ids([{ text: 1.21 }, { sold: 100 }])).toEqual([1, 2])
    // log(11) / log(101) is 0.52 of a fifth.
    expect(ids([{ text: 1.1 }, { sold: 10 }, { text: 0.1, sold: 100 }])).toEqual([2, 1, 3])
    expect(ids([{ text: 1.11 }, { sold: 10 }, { text: 0.1, sold: 100 }])).toEqual([1, 2, 3])
  })

  it('K3: their weight can be turned up, and off', () => {
    expect(ids([{ text: 1.39 }, { sold: 100 }], { popularityWeight: 2 })).toEqual([2, 1])
    expect(ids([{ text: 1.01 }, { sold: 100 }], { popularityWeight: 0 })).toEqual([1, 2])
  })

  it('K4: what others choose adds a fifth at most, what the shopper leans to three tenths', () => {
    const preferences = new Map([[2, 5]])
    expect(ids([{ text: 1.19 }, {}], { preferences })).toEqual([2, 1])
    expect(ids([{ text: 1.21 }, {}], { preferences })).toEqual([1, 2])
    expect(ids([{ text: 1.01 }, {}], { preferences, popularityWeight: 0 })).toEqual([1, 2])
    const personal = { attributes: [], affinity: () => 7 } as unknown as NonNullable<SearchRequest['personal']>
    const lean = rank([{ text: 1 }], { personal })[0]!
    expect(lean.score).toBeCloseTo(1.3)
    expect(rank([{ text: 1 }], { personal: { attributes: [], affinity: () => -1 } })[0]!.score).toBe(1)
    expect(rank([{ text: 1 }], { personal: { attributes: [], affinity: () => Number.NaN } })[0]!.score).toBe(1)
  })

  it('K5: a boost multiplies', () => {
    expect(ids([{ text: 2.4 }, {}], { factors: [1, 2.5] })).toEqual([2, 1])
    expect(ids([{ text: 2.6 }, {}], { factors: [1, 2.5] })).toEqual([1, 2])
  })

  it('K6: nothing lifts a product over a better class of match', () => {
    const worse = { matchClass: MATCH_CLASS.nearWords, text: 99, sold: 1000 }
    expect(ids([worse, {}])).toEqual([2, 1])
    expect(ids([{ matchClass: MATCH_CLASS.words, text: 99 }, { matchClass: MATCH_CLASS.identifier }])).toEqual([2, 1])
  })

  it('K7: with vectors, how a word was met is left to the mixed score; what is excluded stays last', () => {
    const near = { matchClass: MATCH_CLASS.someWords, text: 2 }
    expect(ids([{}, near], { semantic: semantic({}) })).toEqual([2, 1])
    const excluded = { matchClass: MATCH_CLASS.excluded, text: 99 }
    expect(ids([excluded, {}], { semantic: semantic({}) })).toEqual([2, 1])
    expect(ids([{ text: 99 }, { matchClass: MATCH_CLASS.identifier }], { semantic: semantic({}) })).toEqual([2, 1])
  })

  it('K8: text counts against the best text, meaning by its weight', () => {
    const [first] = rank([{ text: 4 }, { text: 2 }], { semantic: semantic({ 1: 0.5, 2: 2 }), semanticWeight: 0.25 })
    expect(first!.score).toBeCloseTo(0.75 + 0.125)
    const both = rank([{ text: 4 }, { text: 2 }], { semantic: semantic({ 1: 0.5, 2: 2 }), semanticWeight: 0.25 })
    expect(both[1]!.score).toBeCloseTo(0.75 * 0.5 + 0.25)
    expect(ids([{ text: 4 }, { text: 2 }], { semantic: semantic({ 2: 1 }), semanticWeight: 0.5 })).toEqual([2, 1])
    expect(rank([{ text: 0 }], { semantic: semantic({ 1: 1 }), semanticWeight: 0.5 })[0]!.score).toBeCloseTo(0.5)
  })

  it('K9: sold out stands last within its class, where the shop wants it', () => {
    const soldOut = { inStock: false, text: 9 }
    expect(ids([soldOut, {}], { outOfStockLast: true })).toEqual([2, 1])
    expect(ids([soldOut, {}], { outOfStockLast: false })).toEqual([1, 2])
    expect(ids([{ matchClass: MATCH_CLASS.nearWords }, soldOut], { outOfStockLast: true })).toEqual([2, 1])
  })

  it('K10: only the first of the window move, and what meaning alone found; the rest stays behind as it was', () => {
    const entries = [{ text: 1 }, { text: 2 }, { text: 3 }, { text: undefined, matchClass: undefined }] as Entry[]
    expect(ids(entries, { semantic: semantic({ 4: 1 }), semanticWeight: 0.9 }, 2)).toEqual([4, 2, 1, 3])
    expect([signalWindow({}), signalWindow({ semantic: semantic({}) })]).toEqual([100, 400])
  })

  it('K11: without words all are equally relevant', () => {
    const { query: _, ...browsing } = shopRequest('mug', { popularityWeight: 1 })
    const index = smallShop([{ title: 'A' }, { title: 'B', popularity: 5 }])
    const entries = [0, 1].map((doc) => ({ view: 0, doc, id: doc + 1, inStock: true, score: 0, text: 9 - doc }))
    const context = { index, request: browsing, boosts: [], semanticWeight: 0, kind: undefined }
    const found = rerankBySignals(context as unknown as RankingContext, entries, 100)
    expect(found.map(({ score }) => Math.round(score * 100) / 100)).toEqual([1.2, 1])
  })

  it('K13: the similarities that order are those that what words put first makes more precise', () => {
    const asked: unknown[] = []
    const feedback = ({ hits }: { hits: readonly { id: number }[] }, among: readonly number[]) => {
      asked.push([hits.map(({ id }) => id), among])
      return new Map([[2, 1]])
    }
    const meaning = { ...semantic({ 1: 1 }), feedback }
    const entries = [{ text: 2 }, { text: 2 }, { text: undefined }] as Entry[]
    expect(ids(entries, { semantic: meaning, semanticWeight: 0.5 })).toEqual([2, 1, 3])
    expect(asked).toEqual([
      [
        [1, 2],
        [1, 2, 3],
      ],
    ])
    const silent = { ...semantic({ 1: 1 }), feedback: () => undefined }
    expect(ids(entries.toReversed(), { semantic: semantic({ 2: 1 }), semanticWeight: 0.5 })[0]).toBe(2)
    expect(ids(entries, { semantic: silent, semanticWeight: 0.5 })).toEqual([1, 2, 3])
  })

  it('K14: of what words put first, the kind that is meant says more precisely what is meant', () => {
    let read: readonly number[] = []
    const feedback = ({ hits }: { hits: readonly { id: number }[] }) => {
      read = hits.map(({ id }) => id)
      return undefined
    }
    const index = smallShop(['Case', 'Phone', 'Case', 'Phone'].map((type) => ({ title: 'Mug', productType: type })))
    const entries = [0, 1, 2, 3].map((doc) => ({ view: 0, doc, id: doc + 1, inStock: true, score: 0, text: 9 - doc }))
    const phone = index.views[0].segment.columns.terms.get('product_type')!.codes[1]
    const request = shopRequest('mug', { semantic: { ...semantic({}), feedback } })
    const context = { index, request, boosts: [], semanticWeight: 0.5, kind: [new Set([phone])] }
    rerankBySignals(context as unknown as RankingContext, entries, 100)
    expect(read).toEqual([2, 4, 1, 3])
  })

  it('K12: hits are moved only where there is something to move them by', () => {
    const moves = (request: Partial<SearchRequest>, parts: object = {}) =>
      movesHits({
        request: shopRequest('mug', request),
        boosts: [],
        kind: undefined,
        ...parts,
      } as unknown as RankingContext)
    expect(moves({ popularityWeight: 0 })).toBe(false)
    expect(moves({ popularityWeight: 1 })).toBe(true)
    expect(moves({ popularityWeight: 0, semantic: semantic({}) })).toBe(true)
    expect(moves({ popularityWeight: 0, personal: { attributes: [], affinity: () => 0 } })).toBe(true)
    expect(moves({ popularityWeight: 0 }, { boosts: [{}] })).toBe(true)
    expect(moves({ popularityWeight: 0 }, { kind: {} })).toBe(true)
  })
})

describe('words beside vectors', () => {
  it('weigh as much where their scores are small, and where meaning alone brought a product', () => {
    const signals = { semanticWeight: 0.3, semantic: nearProducts([2]) }
    const first = (entries: Entry[]) => rank(entries, signals)[0]!.id
    expect(first([{ text: 2 }, { text: 1 }])).toBe(1)
    expect(first([{ text: 0.2 }, { text: 0.1 }])).toBe(1)
    expect(first([{ text: 0.2 }, { text: 0.1 }, { text: undefined, matchClass: MATCH_CLASS.someWords }])).toBe(1)
  })
})
