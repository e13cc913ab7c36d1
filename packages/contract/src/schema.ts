import type { Static, TProperties, TSchema } from 'typebox'
import { Type } from './type.ts'

/** One of a fixed list of words. A plain `enum` in JSON Schema makes shorter documents, and one error instead of one per word. */
export function OneOf<const Words extends readonly string[]>(words: Words, options: Record<string, unknown> = {}) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words, ...options })
}

export function OneOfNumbers<const Numbers extends readonly number[]>(
  numbers: Numbers,
  options: Record<string, unknown> = {},
) {
  return Type.Unsafe<Numbers[number]>({ type: 'integer', enum: numbers, ...options })
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
export const Text = (options: Record<string, unknown> = {}) => Type.String(options)
/** For ids, keys and handles: short enough to be an index key. */
export const Name = (options: Record<string, unknown> = {}) => Type.String({ maxLength: 255, ...options })
export const NonEmpty = (options: Record<string, unknown> = {}) =>
  Type.String({ minLength: 1, maxLength: 255, ...options })
/** For titles, labels and values. */
export const Line = (options: Record<string, unknown> = {}) => Type.String({ maxLength: 1000, ...options })
/** For descriptions and HTML. */
export const Prose = (options: Record<string, unknown> = {}) => Type.String({ maxLength: 512 * 1024, ...options })
export const Url = (options: Record<string, unknown> = {}) => Type.String({ maxLength: 8192, ...options })
export const DateTime = (options: Record<string, unknown> = {}) =>
  Type.String({ format: 'date-time', maxLength: 50, ...options })

/** A list in a request must always have a maximum length. */
export const List = <T extends TSchema>(items: T, maxItems: number, options: Record<string, unknown> = {}) =>
  Type.Array(items, { maxItems, ...options })

/** An object with arbitrary keys. `Type.Record` would not check keys with a line break. */
export const Dictionary = <T extends TSchema>(values: T, options: Record<string, unknown> = {}) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: values, ...options })

/** For answers. */
export const AnyObject = (options: Record<string, unknown> = {}) => Dictionary(Type.Unknown(), options)

/** For requests: limits the number of keys, their length, and the total size. */
export const FreeObject = (options: Record<string, unknown> = {}) =>
  AnyObject({ maxProperties: 1000, propertyNames: { maxLength: 255 }, 'x-max-nodes': 10_000, ...options })

/** locale → key → text. */
export const Translations = (options: Record<string, unknown> = {}) =>
  Dictionary(
    Dictionary(Type.String({ maxLength: 10_000 }), { maxProperties: 5000, propertyNames: { maxLength: 255 } }),
    {
      maxProperties: 200,
      propertyNames: { maxLength: 35 },
      ...options,
    },
  )

/** Refuses other fields, so that a misspelled setting is not mistaken for a missing one. */
export const Closed = <P extends TProperties>(properties: P, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })
export const Optional = Type.Optional
