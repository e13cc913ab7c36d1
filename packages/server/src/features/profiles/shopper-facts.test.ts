import { describe, expect, it } from 'vitest'
import { shopperFactsReader } from './shopper-facts.ts'

function reader({ fails = false } = {}) {
  const state = { nowMs: 0, reads: 0, fails }
  const read = shopperFactsReader({
    store: {
      shopperTotals: async () => {
        state.reads++
        if (state.fails) throw new Error('away')
        return { visits: 3, orders: 2, spent: { USD: 255_000 } }
      },
      history: async () => ({ purchased: [1, 2, 3] }),
    } as never,
    typesOf: async () => ['Beds', 'beds', 'Lamps'],
    clock: () => state.nowMs,
  })
  const of = (visitorId: string | undefined, currency = 'USD') => read({ id: 's', currency }, { visitorId } as never)
  return { state, of }
}

describe('the facts about a shopper', () => {
  it('F1: are visits, orders, money in the shop’s currency, and types without duplicates in any case', async () => {
    const { of } = reader()
    expect(await of('v')).toEqual({ visits: 3, orders: 2, spent: 25.5, boughtTypes: ['beds', 'lamps'] })
    expect((await of('v', 'EUR')).spent).toBe(0)
  })

  it('F2: are zeros for an unknown shopper, without any read', async () => {
    const { of, state } = reader()
    expect(await of(undefined)).toEqual({ visits: 0, orders: 0, spent: 0, boughtTypes: [] })
    expect(state.reads).toBe(0)
  })

  it('F3: are read once in fifteen seconds for each shopper', async () => {
    const { of, state } = reader()
    await of('v')
    state.nowMs = 14_999
    await of('v')
    expect(state.reads).toBe(1)
    await of('w')
    expect(state.reads).toBe(2)
    state.nowMs = 15_000
    await of('v')
    expect(state.reads).toBe(3)
  })

  it('F4: are read again at once after a failure', async () => {
    const { of, state } = reader({ fails: true })
    await expect(of('v')).rejects.toThrow('away')
    state.fails = false
    expect((await of('v')).visits).toBe(3)
  })

  it('F5: are cached for 5,000 shoppers, then the cache is cleared', async () => {
    const { of, state } = reader()
    for (let i = 0; i < 5000; i++) await of(`v${i}`)
    await of('v0')
    expect(state.reads).toBe(5000)
    await of('new')
    await of('v0')
    expect(state.reads).toBe(5002)
  })
})
