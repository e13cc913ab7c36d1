import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { liveStream, type StreamSource } from './live-stream.ts'

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
