import { describe, expect, it } from 'vitest'
import { CERTAINTY } from '../expand/expansion-weights.ts'
import { BM25F } from '../match/bm25f-tables.ts'
import { RELAXING } from '../match/relax.ts'
import { FEATURE_WEIGHTS } from './features.ts'

describe('constants that shape the order', () => {
  it('are few enough to remember', () => {
    const alone = [
      'FIRST_LETTER of corrections',
      'FEEDBACK_SHARE of similarity',
      'MAX_BOOST of a merchant',
      'OTHER_THING',
    ]
    const named = [FEATURE_WEIGHTS, CERTAINTY, BM25F, RELAXING].flatMap((constants) => Object.keys(constants))
    const names = [...named, ...alone]
    expect(names.length, names.join(', ')).toBeLessThanOrEqual(30)
  })
})
