import { describe, expect, it } from 'vitest'
import type { StoredServe } from '../../ports/derived-store/derived-records.ts'
import { BatchedServeLog } from './batched-serve-log.ts'
import type { Serve } from './serve-log.ts'

const serve = (id: string, parts: Partial<Serve> = {}) =>
  ({ shop: 'a.example', serveId: id, visitorId: 'v', products: [], atMs: 1, ...parts }) as unknown as Serve

function openStore() {
  const written: { shop: string; serve: StoredServe }[][] = []
  const state = { fails: false, held: Promise.resolve() }
  const putServes = async (batch: readonly { shop: string; serve: StoredServe }[]) => {
    await state.held
    if (state.fails) throw new Error('full')
    written.push([...batch])
  }
  return { written, state, store: { putServes } }
}

describe('the log of serves', () => {
  it('V1: writes serves in order, at most 500 at a time', async () => {
    const { written, store } = openStore()
    const log = new BatchedServeLog({ store, onError: () => {} })
    for (let i = 0; i < 1001; i++) log.record(serve(`s${i}`))
    await log.flush()
    expect(written.map((batch) => batch.length)).toEqual([500, 500, 1])
    expect(written.flat().map((one) => one.serve.serveId)).toEqual(Array.from({ length: 1001 }, (_, i) => `s${i}`))
    expect(log.dropped).toBe(0)
  })

  it('V2: stores the shopper as subjects, and never the shop inside the serve', async () => {
    const { written, store } = openStore()
    const log = new BatchedServeLog({ store, onError: () => {} })
    const products = [{ productId: 7, position: 1 }]
    log.record(serve('s', { visitorId: 'v', clientId: 'c', products }))
    await log.flush()
    const [one] = written.flat()
    expect([one?.shop, one?.serve.subjects.toSorted()]).toEqual(['a.example', ['client:c', 'visitor:v']])
    expect(one?.serve).not.toHaveProperty('shop')
    expect(one?.serve.products).toEqual(products)
  })

  it('V3: counts and reports serves that the store refused, and continues', async () => {
    const { written, state, store } = openStore()
    const errors: unknown[] = []
    const log = new BatchedServeLog({ store, onError: (error) => errors.push(error) })
    state.fails = true
    log.record(serve('a'))
    log.record(serve('b'))
    await log.flush()
    expect([log.dropped, errors.length]).toEqual([2, 1])
    state.fails = false
    log.record(serve('c'))
    await log.flush()
    expect(written.flat().map((one) => one.serve.serveId)).toEqual(['c'])
  })

  it('V4: writes by itself after the configured time', async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const log = new BatchedServeLog({
      store: { putServes: async (batch) => resolve(batch.length) },
      writeWithinMs: 1,
      onError: () => {},
    })
    log.record(serve('a'))
    // The log's own timer does not keep the process alive.
    const hold = setInterval(() => {}, 1000)
    expect(await promise).toBe(1)
    clearInterval(hold)
  })

  it('V5: writes everything once, even for two concurrent flushes', async () => {
    const { written, state, store } = openStore()
    const { promise, resolve } = Promise.withResolvers<void>()
    state.held = promise
    const log = new BatchedServeLog({ store, onError: () => {} })
    log.record(serve('a'))
    const first = log.flush()
    log.record(serve('b'))
    const second = log.flush()
    resolve()
    await Promise.all([first, second])
    expect(written.flat().map((one) => one.serve.serveId)).toEqual(['a', 'b'])
  })

  it('V6: drops and counts further serves if 50,000 are waiting', async () => {
    const { state, store } = openStore()
    const { promise, resolve } = Promise.withResolvers<void>()
    state.held = promise
    const log = new BatchedServeLog({ store, onError: () => {} })
    for (let i = 0; i < 50_002; i++) log.record(serve('s'))
    expect(log.dropped).toBe(2)
    resolve()
    await log.flush()
    log.record(serve('t'))
    expect(log.dropped).toBe(2)
    await log.flush()
  })

  it('V7: does not delay other shops because of a locked one, which is written later', async () => {
    const written: string[] = []
    let isHeld = true
    const putServes = async (batch: readonly { shop: string; serve: StoredServe }[]) => {
      if (isHeld && batch.some(({ shop }) => shop === 'held.example')) throw new Error('held')
      written.push(...batch.map(({ serve: { serveId } }) => String(serveId)))
    }
    const isHeldError = (error: unknown) => (error as Error).message === 'held'
    const log = new BatchedServeLog({ store: { putServes }, isApart: true, isHeld: isHeldError, onError: () => {} })
    log.record(serve('first', { shop: 'held.example' }))
    log.record(serve('other'))
    await log.flush()
    log.record(serve('second', { shop: 'held.example' }))
    await log.flush('a.example')
    expect(written).toEqual(['other'])
    isHeld = false
    await log.flush('held.example')
    expect([written, log.dropped]).toEqual([['other', 'first', 'second'], 0])
  })
})
