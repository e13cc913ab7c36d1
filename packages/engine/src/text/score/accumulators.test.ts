import { expect, it } from 'vitest'
import { createAccumulators } from './accumulators.ts'

it('accumulators have room for every doc of a segment, small or large', () => {
  for (const docCount of [0, 1, 1024, 1025, 5000])
    for (const array of Object.values(createAccumulators(docCount)) as Uint32Array[])
      expect(array.length).toBeGreaterThanOrEqual(docCount)
})
