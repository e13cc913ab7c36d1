import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createQueue, type QueuedEvent } from './queue.ts'
import { memoryStorage } from './storage.ts'

const LIMIT_BYTES = 60_000
const LIMIT_EVENTS = 50

function eventOf(bytes: number, i: number): QueuedEvent {
  const event = { id: String(i), envelope: { text: '' } }
  event.envelope.text = 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(event.envelope)))
  return event
}

describe('the queue when its page is closed', () => {
  it('sends the oldest events until the first that exceeds the limit, and keeps the rest', async () => {
    // Several events of these sizes can add up to exactly the limit.
    const size = fc.constantFrom(1000, 5000, 10_000, 20_000, LIMIT_BYTES, LIMIT_BYTES + 1)
    await fc.assert(
      fc.asyncProperty(fc.array(size, { maxLength: 80 }), async (sizes) => {
        const sent: string[][] = []
        const storage = memoryStorage()
        const queue = createQueue(storage, async (events, leaving) => {
          if (leaving) sent.push(events.map(({ id }) => id))
          return leaving ? events.map(() => ({ ok: true })) : events.map(() => ({ ok: false, retryAfter: 1 }))
        })
        sizes.forEach((bytes, i) => void queue.add(eventOf(bytes, i)))
        await queue.flush({ keepalive: true })
        const totals = sizes.map((_, i) => sizes.slice(0, i + 1).reduce((sum, one) => sum + one))
        const fits = totals.findIndex((total) => total > LIMIT_BYTES)
        const ids = sizes.map((_, i) => String(i))
        expect(sent.flat()).toEqual(fits < 0 ? ids : ids.slice(0, fits))
        expect(sent.every((part) => part.length <= LIMIT_EVENTS)).toBe(true)
        const kept: QueuedEvent[] = JSON.parse(storage.get('vitrine_queue') ?? '[]')
        expect(kept.map(({ id }) => id)).toEqual(fits < 0 ? [] : ids.slice(fits))
      }),
    )
  })
})
