import type { Static, TProperties, TSchema } from 'typebox'
import { described, type Options, Type } from './type.ts'

/** One of a fixed list of words. A plain `enum` in JSON Schema makes shorter documents, and one error instead of one per word. */
export function OneOf<const Words extends readonly string[]>(words: Words, options: Options | string = {}) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words, ...described(options) })
}

export function OneOfNumbers<const Numbers extends readonly number[]>(
  numbers: Numbers,
  options: Options | string = {},
) {
  return Type.Unsafe<Numbers[number]>({ type: 'integer', enum: numbers, ...described(options) })
}

/** The type, or null. Written as a list of types if possible, so that an error reads like one of the type itself. */
export function Nullable<T extends TSchema>(schema: T) {
  const plain = schema as unknown as { type?: string; enum?: unknown[]; anyOf?: object[] }
  if (typeof plain.type === 'string') {
    // `enum` applies to every type, so null has to be one of the words.
    const words = plain.enum ? { enum: [...plain.enum, null] } : {}
    return Type.Unsafe<Static<T> | null>({ ...schema, type: [plain.type, 'null'], ...words })
  }
  // A union inside a union would report each fault twice.
  return Type.Unsafe<Static<T> | null>({ anyOf: [...(plain.anyOf ?? [schema]), { type: 'null' }] })
}

/** For answers. Text in requests has a `maxLength`: use `Name`, `Line`, `Prose`, or a limit of its own. */
export const Text = (options: Options | string = {}) => Type.String(described(options))
/** For ids, keys and handles: short enough to be an index key. */
export const Name = (options: Options | string = {}) => Type.String({ maxLength: 255, ...described(options) })
export const NonEmpty = (options: Options | string = {}) =>
  Type.String({ minLength: 1, maxLength: 255, ...described(options) })
/** For titles, labels and values. */
export const Line = (options: Options | string = {}) => Type.String({ maxLength: 1000, ...described(options) })
/** For descriptions and HTML. */
export const Prose = (options: Options | string = {}) => Type.String({ maxLength: 512 * 1024, ...described(options) })
export const Url = (options: Options | string = {}) => Type.String({ maxLength: 8192, ...described(options) })
export const DateTime = (options: Options | string = {}) =>
  Type.String({ format: 'date-time', maxLength: 50, ...described(options) })

/** A list in a request must always have a maximum length. */
export const List = <T extends TSchema>(items: T, maxItems: number, options: Options | string = {}) =>
  Type.Array(items, { maxItems, ...described(options) })

/** An object with arbitrary keys. `Type.Record` would not check keys with a line break. */
export const Dictionary = <T extends TSchema>(values: T, options: Options | string = {}) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: values, ...described(options) })

/** For answers. */
export const AnyObject = (options: Options | string = {}) => Dictionary(Type.Unknown(), options)

/** For requests: limits the number of keys, their length, and the total size. */
export const FreeObject = (options: Options | string = {}) =>
  AnyObject({ maxProperties: 1000, propertyNames: { maxLength: 255 }, 'x-max-nodes': 10_000, ...described(options) })

/** locale → key → text. */
export const Translations = (options: Options | string = {}) =>
  Dictionary(
    Dictionary(Type.String({ maxLength: 10_000 }), { maxProperties: 5000, propertyNames: { maxLength: 255 } }),
    {
      maxProperties: 200,
      propertyNames: { maxLength: 35 },
      ...described(options),
    },
  )

/** Refuses other fields, so that a misspelled setting is not mistaken for a missing one. */
export const Closed = <P extends TProperties>(properties: P, options: Options | string = {}) =>
  Type.Object(properties, { additionalProperties: false, ...described(options) })
export const Optional = Type.Optional
