import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { findFaults, MAX_FAULTS } from './find-faults.ts'
import { formats } from './formats.ts'
import { Closed, Dictionary, FreeObject, List, Name, Nullable, OneOf, Optional } from './schema.ts'
import { compileValidator } from './validate.ts'
import { Type } from './type.ts'

const schema = Closed({
  a: Optional(Nullable(Name({ minLength: 1, maxLength: 3 }))),
  b: Optional(List(Type.Union([Type.Integer({ minimum: 0 }), Name({ pattern: '^x' })]), 3, { minItems: 1 })),
  c: Optional(Dictionary(Type.Number({ maximum: 1 }), { maxProperties: 2, propertyNames: { maxLength: 2 } })),
  d: Optional(Nullable(OneOf(['a', 'b']))),
  e: Optional(Type.Object({ a: Type.Boolean() })),
})

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'abc', 'a\nb')
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, 0, 1, -1, 0.5, '', 'x', 'a', 'xyz', 'x👕y', '👕👕👕', '👕👕👕👕'),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}))

describe('findFaults', () => {
  it('finds faults if and only if ajv refuses a value', () => {
    const oracle = new Ajv2020({ strict: false, formats }).compile(schema)
    fc.assert(
      fc.property(json.value, (value) => {
        expect(findFaults(schema as never, value).length === 0).toBe(oracle(value))
        expect(compileValidator(schema)(value).ok).toBe(oracle(value))
      }),
      { numRuns: 1000 },
    )
  })

  it('reads a list only up to its limit', () => {
    const list = new Proxy(new Array(1000).fill(1), {
      get: (target, name) => {
        if (name === '3') throw new Error('read past the limit')
        return Reflect.get(target, name)
      },
    })
    const [fault, ...others] = findFaults(List(Type.Integer(), 3) as never, list)
    expect(fault?.words).toBe('must contain less than or equal to 3 items')
    expect(others).toEqual([])
  })

  it('stops at the hundredth fault', () => {
    const faults = findFaults(Type.Array(Name()) as never, new Array(5000).fill([]))
    expect(faults).toHaveLength(MAX_FAULTS)
  })

  it('checks the value under a name with a line break', () => {
    expect(findFaults(schema as never, { c: { '\n': 2 } })).toMatchObject([{ type: 'number.max', path: ['c', '\n'] }])
  })

  it('names an unknown key, and the limit of free JSON', () => {
    const settings = Closed({ free: FreeObject({ 'x-max-nodes': 3 }) })
    const check = compileValidator(settings)
    expect(check({ free: { a: [1, 2] } }).ok).toBe(true)
    const refused = check({ free: { a: [1, 2, 3] }, fre: 1 })
    expect(refused.ok === false && refused.items.map((item) => item.message)).toEqual([
      '"free" must contain at most 3 values in total',
      '"fre" is not allowed',
    ])
  })

  it('refuses to compile a keyword that it does not check', () => {
    expect(() => compileValidator({ type: 'array', uniqueItems: true } as unknown as TSchema)).toThrow(/uniqueItems/)
  })
})
