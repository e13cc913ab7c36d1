import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TopDocs } from './top-docs.ts'

describe('the best docs of a stream', () => {
  it('B1: are those that sorting all would put first, by score and then by product number', () => {
    const hits = fc.uniqueArray(fc.record({ id: fc.nat(400), score: fc.integer({ min: 0, max: 6 }) }), {
      maxLength: 250,
      selector: ({ id }) => id,
    })
    fc.assert(
      fc.property(hits, fc.nat(150), (all, capacity) => {
        const top = new TopDocs(capacity)
        for (const { id, score } of all) top.add(id + 1000, score, id, score + 1)
        const sorted = all.toSorted((a, b) => b.score - a.score || a.id - b.id).slice(0, capacity)
        const found = Array.from(top.order(), (place) => ({
          doc: top.docs[place],
          score: top.scores[place],
          id: top.ids[place],
          matchClass: top.classes[place],
        }))
        expect(found).toEqual(sorted.map(({ id, score }) => ({ doc: id + 1000, score, id, matchClass: score + 1 })))
      }),
      { numRuns: 150 },
    )
  })

  it('B2: have no threshold until they are full, then the worst score', () => {
    const top = new TopDocs(2)
    top.add(1, 5, 1, 0)
    expect(top.threshold).toBe(Number.NEGATIVE_INFINITY)
    top.add(2, 7, 2, 0)
    expect(top.threshold).toBe(5)
    top.add(3, 6, 3, 0)
    expect(top.threshold).toBe(6)
  })
})
