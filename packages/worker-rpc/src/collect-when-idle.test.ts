import { describe, expect, it } from 'vitest'
import { IdleCollector } from './collect-when-idle.ts'

function collectionsAfter(...activeMs: number[]): number[] {
  const at: number[] = []
  let look = 0
  const collector = new IdleCollector(() => at.push(look))
  for (const active of activeMs) {
    look++
    collector.look(active)
  }
  return at
}

describe('a thread collects its garbage', () => {
  it('once, when it has become idle after much work', () => {
    expect(collectionsAfter(1500, 1500, 399, 0, 0, 0)).toEqual([3])
  })

  it('not while it is busy, and not after little work', () => {
    expect(collectionsAfter(5000, 5000, 400, 400)).toEqual([])
    expect(collectionsAfter(1000, 10, 10, 10)).toEqual([])
  })

  it('again after little work has added up', () => {
    expect(collectionsAfter(2000, 0, 390, 390, 390, 390, 390, 390, 0)).toEqual([2, 8])
  })
})
