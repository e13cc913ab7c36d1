import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TwoGenerationCache } from './two-generation-cache.ts'

it('returns the last value or nothing, and never forgets recent values', () => {
  const steps = fc.array(fc.tuple(fc.nat(12), fc.boolean()), { maxLength: 200 })
  fc.assert(
    fc.property(steps, (all) => {
      const map = new TwoGenerationCache<number, number>(8)
      const twin = new Map<number, { value: number; at: number }>()
      all.forEach(([key, isSet], at) => {
        if (isSet) {
          map.set(key, at)
          twin.set(key, { value: at, at })
          return
        }
        const known = twin.get(key)
        const found = map.get(key)
        if (found !== undefined) expect(found).toBe(known?.value)
        // Entries are dropped only after four others, half of the capacity, were set or read.
        else if (known) expect(at - known.at).toBeGreaterThanOrEqual(4)
      })
    }),
  )
})

it('holds no more entries than its capacity', () => {
  const map = new TwoGenerationCache<number, number>(100)
  for (let key = 0; key < 10_000; key++) map.set(key, key)
  const held = Array.from({ length: 10_000 }, (_, key) => key).filter((key) => map.get(key) !== undefined)
  expect(held.length).toBeLessThanOrEqual(100)
  expect(map.get(9999)).toBe(9999)
  map.clear()
  expect(map.get(9999)).toBeUndefined()
})
