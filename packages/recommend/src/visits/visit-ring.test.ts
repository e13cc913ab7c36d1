import { describe, expect, it } from 'vitest'
import { VisitRing } from './visit-ring.ts'

const itemsOf = (ring: VisitRing) => [...ring.all()].map(({ items }) => items)

describe('a ring of visits', () => {
  it('V1: keeps complete visits, oldest first, with their first positions', () => {
    const ring = new VisitRing(100)
    expect([ring.append([1, 2]), ring.append([3]), ring.append([4, 5, 6])]).toEqual([0, 2, 3])
    expect([...ring.all()]).toEqual([
      { first: 0, items: [1, 2] },
      { first: 2, items: [3] },
      { first: 3, items: [4, 5, 6] },
    ])
    expect(ring.visits).toBe(3)
  })

  it('V2: new visits overwrite old ones, and partly overwritten visits are dropped', () => {
    const ring = new VisitRing(4)
    ring.append([1, 2])
    ring.append([3, 4])
    expect(itemsOf(ring)).toEqual([
      [1, 2],
      [3, 4],
    ])
    ring.append([5])
    expect(itemsOf(ring)).toEqual([[3, 4], [5]])
    ring.append([6])
    expect(itemsOf(ring)).toEqual([[3, 4], [5], [6]])
  })

  it('V3: grows with its visits, up to its maximum', () => {
    const ring = new VisitRing(1_000_000)
    const first = ring.byteLength
    for (let i = 0; i < 10; i++) ring.append([i])
    expect(ring.byteLength).toBe(first)
    while (ring.positions < first) ring.append([1, 2, 3])
    expect(ring.byteLength).toBeGreaterThan(first)
    expect(itemsOf(ring)[0]).toEqual([0])
    const small = new VisitRing(8)
    const bytes = small.byteLength
    for (let i = 0; i < 50; i++) small.append([i])
    expect([small.byteLength, itemsOf(small)]).toEqual([bytes, [42, 43, 44, 45, 46, 47, 48, 49].map((one) => [one])])
  })
})
