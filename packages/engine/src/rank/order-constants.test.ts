import { describe, expect, it } from 'vitest'
import { EXPANSION_WEIGHTS } from '../expand/expansion-weights.ts'
import { BM25F } from '../match/bm25f.ts'
import { RELAXING } from '../match/relax.ts'
import { FEATURE_WEIGHTS } from './features.ts'

describe('constants that shape the order', () => {
  it('are so few that a reader keeps them in mind', () => {
    const names = [FEATURE_WEIGHTS, EXPANSION_WEIGHTS, BM25F, RELAXING].flatMap((constants) => Object.keys(constants))
    expect(names.length, names.join(', ')).toBeLessThanOrEqual(30)
  })
})
