import { describe, expect, it } from 'vitest'
import { byteLengthOf } from './shop-index.ts'

describe('bytes of plain data', () => {
  it('B1: are those of all typed arrays in it, at any depth', () => {
    expect(byteLengthOf(new Uint32Array(3))).toBe(12)
    const data = { a: new Uint8Array(5), b: [new Float64Array(1), { c: new Map([['x', new Uint16Array(2)]]) }] }
    expect(byteLengthOf(data)).toBe(5 + 8 + 4)
  })

  it('B2: are 0 for everything else', () => {
    expect([null, undefined, 7, 'text', [], {}, new Map()].map(byteLengthOf)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })
})
