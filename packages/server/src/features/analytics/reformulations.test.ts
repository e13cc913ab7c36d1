import { describe, expect, it } from 'vitest'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { countReformulations } from './reformulations.ts'

const typed = (sessionId: string, query: string, minute: number) =>
  ({ sessionId, query, atMs: minute * 60_000, bot: false }) as ShopEvent

describe('reformulations', () => {
  it('are what a visit typed next within minutes, once a visit', () => {
    const events = [
      typed('a', 'Couch', 0),
      typed('a', 'sofa', 1),
      typed('a', 'couch', 2),
      typed('a', 'sofa', 3),
      typed('b', 'sofa', 9),
      typed('b', 'couch', 8),
      typed('c', 'couch', 0),
      typed('c', 'sofa', 6),
    ]
    expect(countReformulations(events)).toEqual([
      { from: 'couch', to: 'sofa', count: 2 },
      { from: 'sofa', to: 'couch', count: 1 },
    ])
  })

  it('leave out bots, the same words again, and events that are nobody’s', () => {
    const events = [
      typed('a', 'couch', 0),
      typed('a', ' COUCH ', 1),
      { ...typed('b', 'x', 0), bot: true },
      { ...typed('b', 'y', 1), bot: true },
      { ...typed('c', 'x', 0), sessionId: undefined } as unknown as ShopEvent,
    ]
    expect(countReformulations(events)).toEqual([])
  })
})
