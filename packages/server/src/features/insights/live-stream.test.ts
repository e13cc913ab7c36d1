import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { SharedReads, liveStream, type StreamSource, whenChanged } from './live-stream.ts'

const telling = (message: unknown): StreamSource => ({
  event: 'reported',
  read: async () => ({ state: 0, messages: [message] }),
})

const allow = async () => {}

describe('liveStream', () => {
  it('ends for a listener who lost access, before the next message', async () => {
    let rounds = 0
    const allowTwice = async () => {
      if (++rounds > 2) throw new Error('no longer')
    }
    const stream = liveStream([telling('x')], allowTwice, { everyMs: 0, rounds: 1e9, unreadBytes: 1e6 })
    const reported: string[] = []
    stream.on('data', (piece) => reported.push(String(piece)))
    await once(stream, 'close')
    expect(reported.join('').match(/event: reported/g)).toHaveLength(2)
  })

  it('sends changes in each round, and ends after the last one so that the listener reconnects', async () => {
    const reported: string[] = []
    const stream = liveStream([telling({ a: 1 })], allow, { everyMs: 0, rounds: 3, unreadBytes: 1e6 })
    for await (const piece of stream) reported.push(String(piece))
    expect(reported.join('').match(/event: reported\ndata: {"a":1}/g)).toHaveLength(3)
  })

  it('sends a comment after seven silent rounds, and counts from zero after every message', async () => {
    const heard = async (tells: (round: number) => number, rounds: number) => {
      let round = 0
      const source = { event: 'reported', read: async () => ({ state: 0, messages: Array(tells(round++)).fill('x') }) }
      const reported: string[] = []
      for await (const piece of liveStream([source], allow, { everyMs: 0, rounds, unreadBytes: 1e6 }))
        reported.push(String(piece))
      return reported.join('').match(/: still here\n\n/g)?.length ?? 0
    }
    expect([await heard(() => 0, 6), await heard(() => 0, 7), await heard(() => 0, 14)]).toEqual([0, 1, 2])
    expect(await heard(() => 0, 13)).toBe(1)
    expect(await heard((round) => (round === 4 ? 2 : 0), 11)).toBe(0)
    expect(await heard((round) => (round === 4 ? 1 : 0), 12)).toBe(1)
    expect(await heard(() => 1, 20)).toBe(0)
  })

  it('passes each source its last state, and continues after one that failed', async () => {
    const since: unknown[] = []
    let round = 0
    const source: StreamSource = {
      event: 'reported',
      read: async (last) => {
        since.push(last)
        if (++round === 2) throw new Error('away')
        return { state: round, messages: [round] }
      },
    }
    const reported: string[] = []
    for await (const piece of liveStream([source], allow, { everyMs: 0, rounds: 3, unreadBytes: 1e6 }))
      reported.push(String(piece))
    expect(since).toEqual([undefined, 1, 1])
    expect(reported.join('').match(/data: \d/g)).toEqual(['data: 1', 'data: 3'])
    expect(reported[0]).toBe('retry: 3000\n\n')
  })

  it('sends a whole value after each change', async () => {
    let value: unknown = { a: 1 }
    const source = whenChanged('state', async () => value)
    const first = await source.read(undefined)
    expect(first.messages).toEqual([{ a: 1 }])
    expect((await source.read(first.state)).messages).toEqual([])
    value = { a: 2 }
    expect((await source.read(first.state)).messages).toEqual([{ a: 2 }])
  })

  it('disconnects a listener that does not read', async () => {
    const stream = liveStream([telling('x'.repeat(1000))], allow, { everyMs: 0, rounds: 1e9, unreadBytes: 5000 })
    await once(stream, 'close')
    expect(stream.readableLength).toBeLessThan(10_000)
  })
})

it('reads once for all listeners, again after a while, and again after an error', async () => {
  const world = { nowMs: 0, reads: 0 }
  const shared = new SharedReads(() => world.nowMs, 1000)
  const read = (key = 'a') => shared.read(key, async () => ++world.reads)
  expect(await Promise.all([read(), read(), read('b')])).toEqual([1, 1, 2])
  world.nowMs = 999
  expect(await read()).toBe(1)
  world.nowMs = 1000
  expect(await read()).toBe(3)
  await expect(shared.read('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await read('c')).toBe(4)
})
