import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_ID_LENGTH, PlatformId, readPlatformId } from './platform-id.ts'
import { compileValidator } from './validate.ts'

describe('ids of the platform', () => {
  it('a number, its digits and a GID with them are the same id', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        for (const form of [id, String(id), ` ${id} `, `gid://shopify/Product/${id}`, `gid://a/B/${id}?x=1`])
          expect(readPlatformId(form)).toBe(id)
      }),
    )
  })

  it('a text is a number in canonical decimal form only', () => {
    for (const text of [
      '0042',
      '0',
      '-5',
      '+7',
      '1.5',
      '1e3',
      '42?x=1',
      '9007199254740992',
      'prod_01H',
      'gid://a/Product/x',
    ])
      expect(readPlatformId(text)).toBe(text)
  })

  it('rejects values that are not ids', () => {
    const faults = [
      '',
      '  ',
      'x'.repeat(MAX_ID_LENGTH + 1),
      0,
      -5,
      1.5,
      2 ** 53,
      Number.NaN,
      null,
      undefined,
      true,
      {},
      [],
    ]
    for (const fault of faults) expect(readPlatformId(fault)).toBeUndefined()
  })

  it('reads its own results unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.double()), (value) => {
        const id = readPlatformId(value)
        expect(readPlatformId(id)).toBe(id)
      }),
    )
  })

  it('the schema accepts all readable ids, except for surrounding blanks', () => {
    const validate = compileValidator(PlatformId)
    const longest = fc.string({ unit: 'binary', maxLength: 2 * MAX_ID_LENGTH })
    fc.assert(
      fc.property(fc.oneof(longest, fc.double(), fc.integer()), (value) => {
        if (typeof value === 'string' && value.trim() !== value) return
        if (validate(value).ok) expect(readPlatformId(value)).toBeDefined()
      }),
    )
  })
})
