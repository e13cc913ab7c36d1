import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseWellFormed, wellFormed } from './well-formed.ts'

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom('\0', '\ud800', '\udfff', '😀'), fc.string({ maxLength: 3 })),
})

describe('well-formed texts', () => {
  it('contain no NUL or lone surrogate and keep their length; well-formed ones do not change', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const made = wellFormed(text)
        expect(made.isWellFormed() && !made.includes('\0')).toBe(true)
        expect(made).toHaveLength(text.length)
        if (text.isWellFormed() && !text.includes('\0')) expect(made).toBe(text)
      }),
    )
  })

  it('are the only values and keys of parsed JSON, for any spelling', () => {
    const holder = fc.letrec((tie) => ({
      value: fc.oneof(anyText, fc.double(), fc.array(tie('value')), fc.dictionary(anyText, tie('value'))),
    })).value
    fc.assert(
      fc.property(holder, (value) => {
        const read = JSON.stringify(parseWellFormed(JSON.stringify(value)))
        expect(read).not.toMatch(/\\u0000|\\ud[89a-f]/i)
      }),
    )
    expect(parseWellFormed('{"\\uD800":"\\u0000","a":"\\ud83d\\ude00"}')).toEqual({ '\ufffd': '\ufffd', a: '😀' })
  })
})
