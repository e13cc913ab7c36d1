import { type Static, type TSchema, Type } from 'typebox'

/** One of a fixed list of words. Plain `enum` in JSON Schema: shorter documents and one error instead of one per word. */
export function OneOf<const Words extends readonly string[]>(words: Words, options: Record<string, unknown> = {}) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words, ...options })
}

export function OneOfNumbers<const Numbers extends readonly number[]>(
  numbers: Numbers,
  options: Record<string, unknown> = {},
) {
  return Type.Unsafe<Numbers[number]>({ type: 'integer', enum: numbers, ...options })
}

/** The type, or null. Written as a type list where possible, so that a fault reads like a fault of the type itself. */
export function Nullable<T extends TSchema>(schema: T) {
  const plain = schema as unknown as { type?: string; enum?: unknown[]; anyOf?: object[] }
  if (typeof plain.type === 'string') {
    // A list of words holds for every type: null has to be one of them.
    const words = plain.enum ? { enum: [...plain.enum, null] } : {}
    return Type.Unsafe<Static<T> | null>({ ...schema, type: [plain.type, 'null'], ...words })
  }
  // A union inside a union would report each fault twice.
  return Type.Unsafe<Static<T> | null>({ anyOf: [...(plain.anyOf ?? [schema]), { type: 'null' }] })
}

export const Text = (options: Record<string, unknown> = {}) => Type.String(options)
export const NonEmpty = (options: Record<string, unknown> = {}) => Type.String({ minLength: 1, ...options })
export const AnyObject = (options: Record<string, unknown> = {}) => Type.Record(Type.String(), Type.Unknown(), options)
export const DateTime = (options: Record<string, unknown> = {}) => Type.String({ format: 'date-time', ...options })
export const Optional = Type.Optional
