import { describe, expect, it } from 'vitest'
import { type EventTail, FromLatestEvents, latestBodies } from './latest-events.ts'

/** A log of `count` events, whose bodies are their numbers. */
const logOf = (count: number): EventTail => ({
  lastOffset: async () => count,
  readBodies: async (_, after, most) => {
    const offsets = Array.from({ length: Math.min(most, count - after) }, (__, i) => after + i + 1)
    return { offsets, bodies: offsets.join('\n') } as Awaited<ReturnType<EventTail['readBodies']>>
  },
})

async function bodiesOf(count: number): Promise<string[]> {
  const bodies: string[] = []
  for await (const body of latestBodies(logOf(count), 'a')) bodies.push(body)
  return bodies
}

describe('the latest events', () => {
  it('L1: are read to the end of the log, the oldest first', async () => {
    const bodies = await bodiesOf(12_000)
    expect([bodies.length, bodies[0], bodies.at(-1)]).toEqual([12_000, '1', '12000'])
  })

  it('L2: are fifty thousand at most', async () => {
    const bodies = await bodiesOf(70_000)
    expect([bodies.length, bodies[0], bodies.at(-1)]).toEqual([50_000, '20001', '70000'])
  })
})

describe('what follows from them', () => {
  const MINUTES_MS = 60_000

  it('L3: is worked out once in five minutes, for each shop', async () => {
    let times = 0
    const kept = new FromLatestEvents(async (shop) => `${shop} ${++times}`)
    expect(await kept.of('a', 0)).toBe('a 1')
    expect(await kept.of('b', 0)).toBe('b 2')
    expect(await kept.of('a', 5 * MINUTES_MS - 1)).toBe('a 1')
    expect(await kept.of('a', 5 * MINUTES_MS)).toBe('a 3')
  })

  it('L4: is tried again at once where it failed', async () => {
    let times = 0
    const kept = new FromLatestEvents(async () => {
      if (++times === 1) throw new Error('away')
      return times
    })
    await expect(kept.of('a', 0)).rejects.toThrow('away')
    expect(await kept.of('a', 0)).toBe(2)
  })
})
