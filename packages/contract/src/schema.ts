import type { Static, TProperties, TSchema } from 'typebox'
import { described, type Options, Type } from './type.ts'

/** An `enum`: shorter than a union, with one error instead of one per word. */
export function OneOf<const Words extends readonly string[]>(words: Words, options: Options | string = {}) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words, ...described(options) })
}

export function OneOfNumbers<const Numbers extends readonly number[]>(
  numbers: Numbers,
  options: Options | string = {},
) {
  return Type.Unsafe<Numbers[number]>({ type: 'integer', enum: numbers, ...described(options) })
}

/** Uses a list of types if possible, so that errors read like those of the type itself. */
export function Nullable<T extends TSchema>(schema: T) {
  const plain = schema as unknown as { type?: string; enum?: unknown[]; anyOf?: object[] }
  if (typeof plain.type === 'string') {
    // `enum` must list null too.
    const words = plain.enum ? { enum: [...plain.enum, null] } : {}
    return Type.Unsafe<Static<T> | null>({ ...schema, type: [plain.type, 'null'], ...words })
  }
  // A union inside a union would report each fault twice.
  return Type.Unsafe<Static<T> | null>({ anyOf: [...(plain.anyOf ?? [schema]), { type: 'null' }] })
}

/** For answers. Requests need `Name`, `Line`, `Prose` or an explicit `maxLength`. */
export const Text = (options: Options | string = {}) => Type.String(described(options))
/** Ids, keys and handles, short enough for an index key. */
export const Name = (options: Options | string = {}) => Type.String({ maxLength: 255, ...described(options) })
export const NonEmpty = (options: Options | string = {}) =>
  Type.String({ minLength: 1, maxLength: 255, ...described(options) })
/** Titles, labels and values. */
export const Line = (options: Options | string = {}) => Type.String({ maxLength: 1000, ...described(options) })
/** Descriptions and HTML. */
export const Prose = (options: Options | string = {}) => Type.String({ maxLength: 512 * 1024, ...described(options) })
export const Url = (options: Options | string = {}) => Type.String({ maxLength: 8192, ...described(options) })
export const DateTime = (options: Options | string = {}) =>
  Type.String({ format: 'date-time', maxLength: 50, ...described(options) })

/** Every list in a request must have a maximum length. */
export const List = <T extends TSchema>(items: T, maxItems: number, options: Options | string = {}) =>
  Type.Array(items, { maxItems, ...described(options) })

/** An object with arbitrary keys. `Type.Record` does not check keys with a line break. */
export const Dictionary = <T extends TSchema>(values: T, options: Options | string = {}) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: values, ...described(options) })

export const AnyObject = (options: Options | string = {}) => Dictionary(Type.Unknown(), options)

/** Any object in requests, with limits of the number and length of keys, and of the number of values. */
export const FreeObject = (options: Options | string = {}) =>
  AnyObject({ maxProperties: 1000, propertyNames: { maxLength: 255 }, 'x-max-nodes': 10_000, ...described(options) })

export const Translations = (options: Options | string = {}) =>
  Dictionary(
    Dictionary(Type.String({ maxLength: 10_000 }), { maxProperties: 5000, propertyNames: { maxLength: 255 } }),
    {
      maxProperties: 200,
      propertyNames: { maxLength: 35 },
      ...described(options),
    },
  )

/** Rejects other fields, so that a misspelled setting is not mistaken for a missing one. */
export const Closed = <P extends TProperties>(properties: P, options: Options | string = {}) =>
  Type.Object(properties, { additionalProperties: false, ...described(options) })
export const Optional = Type.Optional
