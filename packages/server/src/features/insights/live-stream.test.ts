import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { SharedReads, liveStream, type StreamSource } from './live-stream.ts'

const telling = (message: unknown): StreamSource => ({
  event: 'told',
  read: async () => ({ state: 0, messages: [message] }),
})

describe('liveStream', () => {
  it('tells what changed, round after round, and ends so that the listener has to ask again', async () => {
    const told: string[] = []
    const stream = liveStream([telling({ a: 1 })], { everyMs: 0, rounds: 3, unreadBytes: 1e6 })
    for await (const piece of stream) told.push(String(piece))
    expect(told.join('').match(/event: told\ndata: {"a":1}/g)).toHaveLength(3)
  })

  it('lets go of a listener that does not read', async () => {
    const stream = liveStream([telling('x'.repeat(1000))], { everyMs: 0, rounds: 1e9, unreadBytes: 5000 })
    await once(stream, 'close')
    expect(stream.readableLength).toBeLessThan(10_000)
  })
})

it('reads once for all listeners, again after a while, and again after a fault', async () => {
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
