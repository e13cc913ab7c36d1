import { Type as TypeBox } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Type } from './type.ts'

/** Uses every builder, with and without options, wherever a schema can contain another. */
function everything(T: Pick<typeof TypeBox, keyof typeof Type>): object[] {
  const options = { description: 'd', 'x-max-nodes': 3 }
  const simple = [T.Boolean, T.Integer, T.Null, T.Number, T.String, T.Unknown]
  const leaves = [
    ...simple.flatMap((build) => [build(), build(options)]),
    ...['word', 7, true].flatMap((value) => [T.Literal(value), T.Literal(value, options)]),
    T.Unsafe({ type: ['string', 'null'], enum: ['a', null] }),
  ]
  const first = T.String()
  const holders = leaves.flatMap((leaf) => [
    T.Array(leaf),
    T.Array(leaf, { maxItems: 2, ...options }),
    T.Union([leaf, T.Null()]),
    T.Union([leaf, T.Union([T.Null(), leaf])], options),
    T.Object({ must: leaf, may: T.Optional(leaf) }),
    T.Object({ may: T.Optional(leaf) }, { additionalProperties: false, ...options }),
    T.Optional(T.Object({ inner: T.Object({ leaf }), list: T.Optional(T.Array(leaf)) })),
  ])
  return [
    ...leaves,
    ...holders,
    T.Union([]),
    T.Object({}),
    // `Optional` marks one use of a schema. Other uses, and copies of the marked schema, stay required.
    T.Object({ one: T.Optional(first), other: first, twice: T.Optional(T.Optional(first)) }),
    T.Object({ copied: T.Unsafe<string>({ ...T.Optional(first) }) }),
  ]
}

describe('the builders of schemas', () => {
  it('write the same JSON as typebox, in the same order', () => {
    const ours = everything(Type).map((schema) => JSON.stringify(schema))
    expect(ours).toEqual(everything(TypeBox).map((schema) => JSON.stringify(schema)))
  })
})
