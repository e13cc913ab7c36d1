import { describe, expect, it } from 'vitest'
import { isPartNumber } from './part-number.ts'

describe('a part number', () => {
  it.each(['006R90321', '90210', 'dv7-1211', 'dk-3100', 'ab12cd'])('is %s', (word) =>
    expect(isPartNumber(word)).toBe(true),
  )
  it('P1: four digits are enough, and so are two of six characters', () => {
    expect(['1234', '123', 'abcd12', 'abc12'].map(isPartNumber)).toEqual([true, false, true, false])
  })

  it.each(['ps4', '42in', 'sofa', 'ab12c', '312'])('is not %s', (word) => expect(isPartNumber(word)).toBe(false))
})
