import { describe, expect, it } from 'vitest'
import { overlapTable } from './eval-overlap.ts'

describe('lists of different types', () => {
  const table = overlapTable()

  it('are never mostly the same', () => {
    const types = ['similar_products', 'trending', 'bestsellers', 'recent_launch'] as const
    for (const a of types) for (const b of types) if (a !== b) expect([a, b, table[a][b] <= 0.5]).toEqual([a, b, true])
  })

  it('never contain a product as both substitute and complement', () => {
    expect(table.similar_products.cross_sell).toBeLessThanOrEqual(0.05)
    expect(table.similar_products.bought_together).toBeLessThanOrEqual(0.05)
  })
})
