import { describe, expect, it } from 'vitest'
import { type AnsweredNow, explainFailure, type FailureEvidence, isFailing } from './failing-searches.ts'
import { goldenFault } from './golden-queries.ts'
import type { LoggedQuery } from './replay/logged-queries.ts'

const query: LoggedQuery = {
  ...{ query: 'davenport', searches: 9, lost: 9, empty: 9, approximate: 0 },
  ...{ chosen: new Map(), carted: new Map(), bought: new Map() },
}
const now: AnsweredNow = {
  total: 0,
  byWords: 0,
  corrected: null,
  isUnmet: false,
  dropped: [],
  ids: [],
  soldOutAmongFirst: 0,
}
const reworded = 'sofa'
type Known = Partial<Pick<FailureEvidence, 'reworded' | 'chosenNext' | 'wouldMend'>>
const cause = (changes: Partial<AnsweredNow>, more: Known = {}) =>
  explainFailure(query, {
    now: { ...now, ...changes },
    reworded: undefined,
    chosenNext: [],
    wouldMend: async () => true,
    ...more,
  })

describe('the cause of a failing search', () => {
  it('F1: is a typo if the query is spelled like a word of the shop', async () => {
    expect(await cause({ corrected: 'sofa' })).toMatchObject({ cause: 'typo', fix: { synonym: { to: 'sofa' } } })
  })

  it('F2: is an unknown word if enough shoppers found the product with another word', async () => {
    const known = { reworded, chosenNext: [4] }
    expect(await cause({}, known)).toMatchObject({
      cause: 'word_unknown',
      fix: { synonym: { from: 'davenport', to: 'sofa' } },
    })
    expect((await cause({}, { ...known, chosenNext: [] })).cause).toBe('not_sold')
    expect((await cause({}, { chosenNext: [4] })).cause).toBe('not_sold')
  })

  it('F3: can also be: not sold, an unmet constraint, sold out, ranked too low, or seen but not chosen', async () => {
    expect((await cause({})).cause).toBe('not_sold')
    const found = { total: 4, byWords: 4, ids: [1, 2, 3, 4] }
    expect((await cause({ total: 4, isUnmet: true, dropped: ['under 5'] })).cause).toBe('constraint_not_met')
    expect(await cause({ total: 4, dropped: ['davenport'] })).toMatchObject({
      cause: 'word_unknown',
      about: { total: 4 },
      fix: { kind: 'none' },
    })
    expect((await cause({ ...found, soldOutAmongFirst: 4 })).cause).toBe('out_of_stock')
    const many = { total: 30, byWords: 30, ids: Array.from({ length: 30 }, (_, i) => i) }
    expect(await cause(many, { reworded, chosenNext: [99, 3, 29] })).toMatchObject({
      cause: 'ranked_too_low',
      fix: { pin: { product_id: 29 } },
    })
    // What the search does not find is no product that ranks too low: shoppers looked for another thing next.
    expect((await cause(many, { reworded, chosenNext: [99, 3] })).cause).toBe('seen_not_chosen')
  })

  it('F5: comes with a pin of the products that shoppers chose next, if a synonym would not help', async () => {
    const known = { reworded, chosenNext: [4], wouldMend: async () => false }
    expect(await cause({}, known)).toMatchObject({
      cause: 'word_unknown',
      fix: { kind: 'pin', pin: { product_id: 4 } },
    })
    expect((await cause({ corrected: 'sofa' }, { wouldMend: async () => false })).fix).toEqual({ kind: 'none' })
  })

  it('F4: is determined if the query found nothing, or is clicked significantly less than usual', () => {
    expect(isFailing(query, 0.4)).toBe(true)
    expect(isFailing({ ...query, empty: 0 }, 0.4)).toBe(true)
    expect(isFailing({ ...query, empty: 0, lost: 8 }, 0.4)).toBe(false)
    expect(isFailing({ ...query, empty: 0, searches: 2, lost: 2 }, 0.4)).toBe(false)
    // Two clicks in forty searches are significantly less than half of the usual sixteen, but not of the usual four.
    expect(isFailing({ ...query, empty: 0, searches: 40, lost: 38 }, 0.4)).toBe(true)
    expect(isFailing({ ...query, empty: 0, searches: 40, lost: 38 }, 0.1)).toBe(false)
  })
})

describe('golden queries', () => {
  const found = { total: 2, hits: [{ id: 1, type: 'Sofas' }, { id: 2, type: 'Lamps' }] } // biome-ignore format: one line reads better

  it('G1: expect a product, a type or nothing among the first results', () => {
    expect(goldenFault({ query: 'q', product_id: 2 }, found)).toBeUndefined()
    expect(goldenFault({ query: 'q', product_id: 2, within: 1 }, found)).toContain('product 2')
    expect(goldenFault({ query: 'q', product_type: 'lamps' }, found)).toBeUndefined()
    expect(goldenFault({ query: 'q', product_type: 'Rugs' }, found)).toContain('Rugs')
    expect(goldenFault({ query: 'q', shows: 'nothing' }, found)).toContain('2 products')
    expect(goldenFault({ query: 'q', shows: 'nothing' }, { total: 0, hits: [] })).toBeUndefined()
  })
})
