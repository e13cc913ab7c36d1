import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeVector, encodeVector, preciseDot, quantizeQuery } from './quantize.ts'
import { BLOCK_ROWS, VectorRows } from './vector-rows.ts'

const numbers = (size: number) =>
  fc
    .array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: size, maxLength: size })
    .map((each) => Float32Array.from(each))
const largest = (vector: Float32Array) => vector.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)

describe('a vector as bytes', () => {
  it('Q1: is restored to a 60,000th of its largest number', () => {
    fc.assert(
      fc.property(numbers(19), (vector) => {
        const back = decodeVector(encodeVector(vector))
        const step = largest(vector) / (127 * 254)
        vector.forEach((value, i) => {
          expect(Math.abs(back[i]! - value)).toBeLessThanOrEqual(0.6 * step + 1e-6)
        })
      }),
    )
  })

  it('Q2: consists of its scale, its coarse bytes and its fine ones', () => {
    const bytes = encodeVector([1.27, -0.634, 0])
    expect(bytes).toHaveLength(10)
    expect(new DataView(bytes.buffer).getFloat32(0, true)).toBeCloseTo(0.01, 6)
    expect([...new Int8Array(bytes.buffer, 4, 3)]).toEqual([127, -63, 0])
    // -63.4 is stored as -63 and -0.4, which is -102 of 254 steps.
    expect([...new Int8Array(bytes.buffer, 7, 3)]).toEqual([0, -102, 0])
    expect([...decodeVector(encodeVector([0, 0]))]).toEqual([0, 0])
  })

  it('Q3: is multiplied with a query like the vector itself', () => {
    const stored = { coarse: Int8Array.of(9, 1, 2), coarseAt: 1, fine: Int8Array.of(9, 9, 127, -127), fineAt: 2 }
    expect(preciseDot(stored, Float32Array.of(2, 4))).toBeCloseTo(1 * 2 + 2 * 4 + (127 * 2 - 127 * 4) / 254, 6)
  })
})

describe('a query as 16-bit numbers', () => {
  it('Q4: is as large as possible: the sum of products with bytes stays within 32 bits', () => {
    const short = new Int16Array(16)
    expect(quantizeQuery(Float32Array.of(0.5, -0.25), 16, short)).toBeCloseTo(0.5 / 32_767, 10)
    expect([...short.subarray(0, 3)]).toEqual([32_767, -16_383, 0])
    const limit = Math.floor((2 ** 31 - 1) / (2048 * 127))
    const long = new Int16Array(2048).fill(3)
    expect(quantizeQuery(Float32Array.of(1, 0.5), 2048, long)).toBeCloseTo(1 / limit, 10)
    expect([long[0], long[1], long[2]]).toEqual([limit, Math.round(limit / 2), 0])
  })

  it('Q5: of zeros stays zero', () => {
    const target = new Int16Array(4).fill(5)
    expect(quantizeQuery(new Float32Array(4), 4, target)).toBe(0)
    expect([...target]).toEqual([0, 0, 0, 0])
  })
})

describe('rows of vectors', () => {
  it('Q6: score every slot like the formula, coarse and precise, over several blocks', () => {
    const size = 37
    const rows = new VectorRows(size)
    const random = (seed: number) => Math.sin(seed * 12.9898) * 0.9
    const vectorAt = (slot: number) => Float32Array.from({ length: size }, (_, i) => random(slot * size + i + 1))
    const slots = [0, 1, 2, 7, BLOCK_ROWS - 1, BLOCK_ROWS, 2 * BLOCK_ROWS + 3]
    for (const slot of slots) rows.write(slot, vectorAt(slot))
    const query = vectorAt(99)
    rows.setQuery(query)
    for (const count of [1, 3, slots.length]) {
      const scores = rows.scanSlots(Uint32Array.from(slots), count)
      expect(scores).toHaveLength(count)
      slots.slice(0, count).forEach((slot, i) => {
        const wanted = vectorAt(slot).reduce((sum, value, at) => sum + value * query[at]!, 0)
        expect(scores[i]! * rows.scoreUnit).toBeCloseTo(wanted, 1)
        expect(rows.preciseScore(slot)).toBeCloseTo(wanted, 3)
      })
    }
    for (const slot of slots)
      rows.read(slot).forEach((value, i) => {
        expect(value).toBeCloseTo(vectorAt(slot)[i]!, 3)
      })
  })

  it('Q7: are restored byte by byte in another slot', () => {
    const rows = new VectorRows(5)
    rows.write(0, [0.1, -0.7, 0.3, 0, 0.9])
    rows.writeBytes(BLOCK_ROWS + 1, rows.readBytes(0))
    expect(rows.readBytes(BLOCK_ROWS + 1)).toEqual(rows.readBytes(0))
    expect([...rows.read(BLOCK_ROWS + 1)]).toEqual([...rows.read(0)])
  })
})
