import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from './analysis/analyzer.ts'
import { sampleDoc } from './testing/sample-docs.ts'
import type { TextDoc } from './text-doc.ts'
import { buildTextSegment, mergeTextSegments } from './text-segment.ts'

const word = fc.constantFrom(
  'red',
  'shoes',
  'shoe',
  'for',
  'women',
  'DK-310',
  'wanderschuhe',
  'wander',
  'schuhe',
  'x1',
  '"',
  '',
)
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
const doc: fc.Arbitrary<TextDoc> = fc
  .record({
    title: text,
    productType: word,
    vendor: word,
    skus: fc.array(word, { maxLength: 2 }),
    description: text,
  })
  .map((parts) => sampleDoc(parts))

describe('text segments', () => {
  for (const language of ['en', 'de']) {
    it(`when merged equal the segment of all live docs (${language})`, () => {
      const analyzer = analyzerFor(language)
      const part = fc.array(fc.tuple(doc, fc.boolean()), { maxLength: 12 })
      fc.assert(
        fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
          const merged = mergeTextSegments(
            parts.map((rows) => ({
              segment: buildTextSegment(
                rows.map(([row]) => row),
                analyzer,
              ),
              liveDocs: bitset(rows.map(([, isAlive]) => isAlive)),
            })),
          )
          const liveDocs = parts.flat().filter(([, isAlive]) => isAlive)
          const fresh = buildTextSegment(
            liveDocs.map(([row]) => row),
            analyzer,
          )
          expect(plain(merged)).toEqual(plain({ ...fresh, language: merged.language }))
        }),
        { numRuns: 60 },
      )
    })
  }
})

function bitset(flags: readonly boolean[]): Uint32Array {
  const bits = new Uint32Array((flags.length + 31) >>> 5)
  flags.forEach((flag, i) => {
    if (flag) bits[i >>> 5] |= 1 << (i & 31)
  })
  return bits
}

function plain(segment: object): unknown {
  return JSON.parse(
    JSON.stringify(segment, (_, value) =>
      ArrayBuffer.isView(value) ? Array.from(value as Uint8Array, String) : value,
    ),
  )
}
