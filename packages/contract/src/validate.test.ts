import Joi from 'joi'
import { describe, expect, it } from 'vitest'
import { NonEmpty, Nullable, OneOf, Optional } from './schema.ts'
import { compileValidator } from './validate.ts'
import { Type } from './type.ts'

const ours = Type.Object({
  channel: OneOf(['A', 'B']),
  event: Type.Object({
    id: Type.String({ format: 'uuid' }),
    count: Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    price: Optional(Type.Number({ exclusiveMinimum: 0 })),
    names: Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2 })),
    either: Optional(Type.Union([Type.String(), Type.Number()])),
    maybe: Optional(Nullable(Type.Union([Type.String(), Type.Number()]))),
    flag: Optional(Type.Boolean()),
    digits: Optional(Type.String({ minLength: 1, pattern: '^[0-9]+$', maxLength: 3 })),
    inner: Optional(Type.Object({ key: Type.String({ minLength: 1 }) })),
    at: Optional(Type.String({ minLength: 1, format: 'date-time' })),
    text: Optional(NonEmpty({ minLength: 2 })),
  }),
})

const oracle = Joi.object({
  channel: Joi.string().valid('A', 'B').required(),
  event: Joi.object({
    id: Joi.string().uuid().required(),
    count: Joi.number().integer().min(1).max(5),
    price: Joi.number().greater(0),
    names: Joi.array().items(Joi.string()).min(1).max(2),
    either: Joi.alternatives(Joi.string().allow(''), Joi.number()),
    maybe: Joi.alternatives(Joi.string().allow(''), Joi.number()).allow(null),
    flag: Joi.boolean(),
    digits: Joi.string()
      .max(3)
      .pattern(/^[0-9]+$/),
    inner: Joi.object({ key: Joi.string().required() }).unknown(),
    at: Joi.string().isoDate(),
    text: Joi.string().min(2),
  })
    .required()
    .unknown(),
}).unknown()

const id = '0198c0de-0000-7000-8000-000000000001'
const cases: Record<string, unknown> = {
  'nothing at all': {},
  'a word outside the list, and a missing field inside': { channel: 'x', event: {} },
  'a number where a word is due': { channel: 4, event: { id } },
  'null in required places': { channel: null, event: null },
  'wrong id': { channel: 'A', event: { id: 'x' } },
  'fraction for an integer': { channel: 'A', event: { id, count: 1.5 } },
  'too large, too small': { channel: 'A', event: { id, count: 9, price: 0 } },
  'below the minimum': { channel: 'A', event: { id, count: 0 } },
  'numbers as strings': { channel: 'A', event: { id, count: '3', price: '2' } },
  'faults inside a list and of the list': { channel: 'A', event: { id, names: [1, 'a', 'b'] } },
  'empty list': { channel: 'A', event: { id, names: [] } },
  'no list': { channel: 'A', event: { id, names: 'a' } },
  'neither of two types': { channel: 'A', event: { id, either: {} } },
  'neither of two types nor null': { channel: 'A', event: { id, maybe: true } },
  'not a boolean': { channel: 'A', event: { id, flag: 'yes' } },
  'pattern and length together': { channel: 'A', event: { id, digits: 'abcd' } },
  'list for an object': { channel: 'A', event: { id, inner: [] } },
  'text for an object': { channel: 'A', event: { id, inner: 'x' } },
  'missing inside the inner object': { channel: 'A', event: { id, inner: {} } },
  'no date': { channel: 'A', event: { id, at: 'yesterday' } },
  'empty strings': { channel: 'A', event: { id, text: '', inner: { key: '' } } },
  'too short': { channel: 'A', event: { id, text: 'a' } },
  'a list as the body': [],
  'a text as the body': 'hello',
}

describe('validation items', () => {
  const check = compileValidator(ours)

  for (const [name, value] of Object.entries(cases)) {
    it(`reads like joi: ${name}`, () => {
      const expected = oracle.validate(value, { abortEarly: false, convert: false }).error?.details.map((detail) => ({
        message: detail.message,
        path: detail.path,
        type: detail.type,
        // joi's items for the body itself have no key; the contract's items always have one.
        context: { label: detail.context?.label, key: detail.path.length > 0 ? detail.context?.key : 'value' },
      }))
      const result = check(value)
      expect(result.ok).toBe(false)
      expect(result.ok === false && result.items).toEqual(expected)
    })
  }

  it('accepts unknown fields anywhere', () => {
    expect(check({ channel: 'A', extra: 1, event: { id, more: {} } }).ok).toBe(true)
  })

  it('reports one fault of a nullable union once', () => {
    const ids = Type.Union([Type.Array(Type.String({ pattern: '^[0-9]+$' })), Type.String({ pattern: '^[0-9]+$' })])
    const result = compileValidator(Type.Object({ ids: Optional(Nullable(ids)) }))({ ids: ['x'] })
    expect(result.ok === false && result.items.map((item) => [item.path, item.type])).toEqual([
      [['ids', 0], 'string.pattern.base'],
    ])
  })

  it('stops counting faults at a hundred', () => {
    const result = compileValidator(Type.Array(Type.String()))(new Array(5000).fill(1))
    expect(result.ok === false && result.items).toHaveLength(100)
  })
})
