import { describe, expect, it } from 'vitest'
import type { RecommendDeps } from '../open-recommend-context.ts'
import { RankedStream } from '../ranked-stream.ts'
import type { Candidate } from '../recommend-context.ts'
import { signedCursors } from './cursors.ts'
import { takePage } from './page.ts'
import { RankingCache } from './ranking-cache.ts'

function* candidates(ids: readonly number[]): Generator<Candidate> {
  for (const productId of ids) yield { productId, step: 'test', why: () => '' }
}
const stream = (ids: readonly number[]) => new RankedStream(candidates(ids))

function openShop(ids: readonly number[]) {
  const shown = new Map<string, number[]>()
  const rankings = new RankingCache()
  let made = 0
  const deps = {
    rankings,
    cursors: signedCursors('secret'),
    newId: () => `id${++made}`,
    shownInChain: async (_: string, chain: string) => shown.get(chain) ?? [],
  } as unknown as RecommendDeps
  const state = { ids: [...ids], hidden: new Set<number>() }
  const page = async (cursor: string | null, limit: number) => {
    const got = await takePage(deps, {
      shop: 's',
      query: 'q',
      cursor,
      limit,
      rank: () => stream(state.ids),
      isShowable: (id) => !state.hidden.has(id),
    })
    shown.set(got.chain, [...(shown.get(got.chain) ?? []), ...got.candidates.map(({ productId }) => productId)])
    return { ...got, ids: got.candidates.map(({ productId }) => productId) }
  }
  return { page, state, rankings }
}

describe('pages of a ranking', () => {
  it('G1: follow one another without a gap, continue counting, and end', async () => {
    const { page } = openShop([1, 2, 3, 4, 5])
    const first = await page(null, 2)
    expect([first.ids, first.hasMore, first.firstPosition]).toEqual([[1, 2], true, 1])
    const second = await page(first.cursor, 2)
    expect([second.ids, second.hasMore, second.firstPosition, second.chain]).toEqual([[3, 4], true, 3, first.chain])
    const third = await page(second.cursor, 2)
    expect([third.ids, third.hasMore, third.cursor, third.firstPosition]).toEqual([[5], false, null, 5])
  })

  it('G2: report no more pages if one ends with the last product', async () => {
    const { page } = openShop([1, 2])
    expect(await page(null, 2)).toMatchObject({ ids: [1, 2], hasMore: false, cursor: null })
    expect(await openShop([]).page(null, 2)).toMatchObject({ ids: [], hasMore: false, cursor: null })
  })

  it('G3: leave out products that may not be shown now, also from the report of more pages', async () => {
    const { page, state } = openShop([1, 2, 3, 4])
    state.hidden.add(2)
    const first = await page(null, 2)
    expect(first.ids).toEqual([1, 3])
    state.hidden.add(4)
    expect(await page(first.cursor, 2)).toMatchObject({ ids: [], hasMore: false })
    expect(await page(null, 2)).toMatchObject({ ids: [1, 3], hasMore: false })
  })

  it('G4: keep their order while the ranking changes', async () => {
    const { page, state } = openShop([1, 2, 3, 4])
    const first = await page(null, 2)
    state.ids = [4, 3, 2, 1]
    expect((await page(first.cursor, 2)).ids).toEqual([3, 4])
  })

  it('G5: continue in the current ranking if theirs was dropped, without products that were shown', async () => {
    const { page, state, rankings } = openShop([1, 2, 3, 4])
    const first = await page(null, 2)
    rankings.clear()
    state.ids = [4, 2, 3, 1, 5]
    const second = await page(first.cursor, 2)
    expect([second.ids, second.chain, second.firstPosition]).toEqual([[4, 3], first.chain, 3])
    expect((await page(second.cursor, 2)).ids).toEqual([5])
  })

  it('G6: refuse a cursor that was not made for this query', async () => {
    const { page } = openShop([1, 2, 3])
    await expect(page('forged', 2)).rejects.toThrow('invalid')
  })
})

describe('cached rankings', () => {
  it('G7: are dropped if there are more than 2,000, the longest unread first', () => {
    const rankings = new RankingCache()
    for (let i = 0; i < 2000; i++) rankings.keep(`s${i}`, stream([1]))
    expect(rankings.find('s0')).toBeDefined()
    rankings.keep('one more', stream([1]))
    expect([rankings.find('s0'), rankings.find('s1'), rankings.find('s2')].map((one) => one !== undefined)).toEqual([
      true,
      false,
      true,
    ])
  })
})
