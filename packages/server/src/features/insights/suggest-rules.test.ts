import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { type RuleDeps, suggestRules } from './suggest-rules.ts'

const shop = { id: 's', config: completeConfig({}) } as unknown as Shop
type Clicked = Awaited<ReturnType<RuleDeps['clicked']>>[number]
const chosen = (query: string, parts: Partial<Clicked> = {}): Clicked =>
  ({ query, productId: 7, clicks: 10, ofClicks: 12, position: 8, ...parts }) as Clicked

async function proposed(clicked: Clicked[], rank: number | undefined = 9) {
  const found = await suggestRules(
    {
      clicked: async () => clicked,
      standing: async () => (rank === undefined ? undefined : { rank, total: 40, title: 'Oak Bed', isInStock: true }),
      searchesWithoutClick: async () => 21,
    },
    shop,
  )
  return found
}
const queries = async (clicked: Clicked[], rank?: number) => (await proposed(clicked, rank)).map(({ query }) => query)

describe('a product proposed to be shown first', () => {
  it('S1: has an effect and a reason', async () => {
    const [suggestion] = await proposed([chosen('bed')])
    expect(suggestion).toMatchObject({
      kind: 'rule',
      query: 'bed',
      proposal: 'show “Oak Bed” first for “bed”',
      evidence: [
        {
          kind: 'clicks',
          text: '10 of 12 clicks chose it, at position 8 on average; it is now at position 9',
          count: 10,
        },
      ],
      lost_searches: 21,
      results_now: 40,
      results_expected: 40,
    })
    expect(suggestion!.patch).toMatchObject({
      search: { rules: [{ when: { query: 'bed', match: 'exact' }, pin: [{ product_id: 7, position: 1 }] }] },
    })
  })

  it('S2: has at least five clicks, significantly more than a third of all, and is clicked below the third position', async () => {
    expect(await queries([chosen('bed', { clicks: 8, ofClicks: 12, position: 4 })])).toEqual(['bed'])
    expect(await queries([chosen('bed', { clicks: 4, ofClicks: 4 })])).toEqual([])
    expect(await queries([chosen('bed', { clicks: 9, ofClicks: 19 })])).toEqual([])
    expect(await queries([chosen('bed', { position: 3 })])).toEqual([])
  })

  it('S3: is on the first page, still below the third position', async () => {
    expect([await queries([chosen('bed')], 4), await queries([chosen('bed')], 3)]).toEqual([['bed'], []])
    const gone = await suggestRules(
      { clicked: async () => [chosen('bed')], standing: async () => undefined, searchesWithoutClick: async () => 0 },
      shop,
    )
    expect(gone).toEqual([])
  })

  it('S4: is one of at most ten, sorted by clicks, then by query', async () => {
    const list = [chosen('b', { clicks: 10 }), chosen('c', { clicks: 11 }), chosen('a', { clicks: 10 })]
    expect(await queries(list)).toEqual(['c', 'a', 'b'])
    expect(await queries(list.toReversed())).toEqual(['c', 'a', 'b'])
    expect(await queries(Array.from({ length: 12 }, (_, i) => chosen(`q${i}`)))).toHaveLength(10)
  })
})
