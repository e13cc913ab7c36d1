import { describe, expect, it } from 'vitest'
import { IdleCollector } from './collect-when-idle.ts'

/**
 * Returns which checks started a collection, counted from 1. `activeMs` is the active time of the thread before each
 * check. Every collection keeps the thread active for a second.
 */
function collectionsAfter(...activeMs: number[]): number[] {
  const at: number[] = []
  let [look, totalMs] = [0, 0]
  const collect = () => {
    at.push(look)
    totalMs += 1000
  }
  const collector = new IdleCollector(collect, () => totalMs)
  for (const active of activeMs) {
    look++
    totalMs += active
    collector.look()
  }
  return at
}

describe('a thread collects its garbage', () => {
  it('once, when it becomes idle after much work', () => {
    expect(collectionsAfter(1500, 1500, 199, 0, 0, 0)).toEqual([3])
  })

  it('including that from before the first check', () => {
    expect(collectionsAfter(3000, 0)).toEqual([2])
  })

  it('not while it is busy, and not after little work', () => {
    expect(collectionsAfter(5000, 5000, 200, 200)).toEqual([])
    expect(collectionsAfter(1000, 10, 10, 10)).toEqual([])
  })

  it('again after little work has added up', () => {
    expect(collectionsAfter(2000, 0, ...Array.from({ length: 12 }, () => 190), 0)).toEqual([2, 13])
  })
})
