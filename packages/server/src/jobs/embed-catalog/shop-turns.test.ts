import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ShopTurns } from './shop-turns.ts'

function shopsWith(steps: Record<string, number>, atOnce: number) {
  const left = { ...steps }
  const taken: string[] = []
  const errors: string[] = []
  const turns = new ShopTurns({
    atOnce,
    step: async (shop) => {
      if (left[shop]! <= 0) return false
      taken.push(shop)
      left[shop]!--
      await Promise.resolve()
      return true
    },
    onError: (_, shop) => errors.push(shop),
  })
  return { turns, taken, left, errors }
}

describe('ShopTurns', () => {
  it('does all steps of all shops, and gives no shop two turns while another waits', async () => {
    const counts = fc.dictionary(fc.stringMatching(/^[a-f]$/), fc.nat({ max: 12 }), { minKeys: 1 })
    await fc.assert(
      fc.asyncProperty(counts, fc.integer({ min: 1, max: 4 }), async (steps, atOnce) => {
        const { turns, taken, left } = shopsWith(steps, atOnce)
        for (const shop of Object.keys(steps)) turns.wake(shop)
        await turns.run()
        expect(Object.values(left).every((count) => count === 0)).toBe(true)
        const had = new Map<string, number>(Object.keys(steps).map((shop) => [shop, 0]))
        for (const shop of taken) {
          had.set(shop, had.get(shop)! + 1)
          for (const [other, count] of had)
            if (count < steps[other]!) expect(had.get(shop)! - count).toBeLessThanOrEqual(2)
        }
      }),
    )
  })

  it('counts each waiting or active shop once', async () => {
    const { turns } = shopsWith({ a: 2, b: 1, c: 1 }, 2)
    expect(turns.busyShops).toBe(0)
    for (const shop of ['a', 'b', 'c']) turns.wake(shop)
    const run = turns.run()
    turns.wake('a')
    expect(turns.busyShops).toBe(3)
    await run
    expect(turns.busyShops).toBe(0)
  })

  it('continues with other shops while one never ends its step', async () => {
    const never = new Promise<boolean>(() => {})
    const done: string[] = []
    const turns = new ShopTurns({
      atOnce: 2,
      step: (shop) => {
        if (shop === 'dead') return never
        done.push(shop)
        return Promise.resolve(false)
      },
      onError: () => {},
    })
    turns.wake('dead')
    turns.wake('b')
    void turns.run()
    await new Promise(setImmediate)
    turns.wake('c')
    await new Promise(setImmediate)
    expect(done).toEqual(['b', 'c'])
  })

  it('runs one step of a shop at a time, however often it is woken', async () => {
    let underWay = 0
    const turns = new ShopTurns({
      atOnce: 4,
      step: async () => {
        expect(++underWay).toBe(1)
        await new Promise(setImmediate)
        underWay--
        return false
      },
      onError: (error) => {
        throw error
      },
    })
    turns.wake('a')
    const run = turns.run()
    for (let i = 0; i < 3; i++) turns.wake('a')
    await run
    expect(underWay).toBe(0)
  })

  it('reports a shop that fails and skips it until it is woken again', async () => {
    const errors: string[] = []
    let asked = 0
    const turns = new ShopTurns({
      atOnce: 1,
      step: () => {
        asked++
        return Promise.reject(new Error('no'))
      },
      onError: (_, shop) => errors.push(shop),
    })
    turns.wake('a')
    await turns.run()
    expect([asked, errors]).toEqual([1, ['a']])
    turns.wake('a')
    await turns.run()
    expect(asked).toBe(2)
  })

  it('starts no turn after it was stopped, and removes a leaving shop from the queue', async () => {
    const { turns, taken } = shopsWith({ a: 3, b: 3 }, 1)
    turns.wake('a')
    turns.wake('b')
    const run = turns.run()
    await Promise.all([turns.leave('b'), turns.stop(), run])
    expect(taken).toEqual(['a'])
  })
})
