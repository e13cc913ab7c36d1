/** The typebox builders that the contract uses. The library itself loads 373 modules at every start. */
import type { Type as TypeBox } from 'typebox'

export type Options = Record<string, unknown>

const OPTIONAL = '~optional'

const isOptional = (schema: object): boolean => OPTIONAL in schema

export const described = (options: Options | string = {}): Options =>
  typeof options === 'string' ? { description: options } : options

function object(properties: Record<string, object>, options?: Options): object {
  const required = Object.keys(properties).filter((key) => !isOptional(properties[key]!))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
}

/** Marks a copy, so that the original stays required. The mark is not in the JSON, as in typebox. */
function optional(schema: object): object {
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true })
}

const plain =
  (type: string) =>
  (options?: Options | string): object => ({ type, ...described(options) })

const builders = {
  Array: (items: object, options?: Options) => ({ type: 'array', items, ...options }),
  Boolean: plain('boolean'),
  Integer: plain('integer'),
  Literal: (value: unknown, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Null: plain('null'),
  Number: plain('number'),
  Object: object,
  Optional: optional,
  String: plain('string'),
  Union: (anyOf: readonly object[], options?: Options) => ({ anyOf, ...options }),
  Unknown: (options?: Options): object => ({ ...options }),
  Unsafe: (schema: object): object => ({ ...schema }),
} satisfies Partial<Record<keyof typeof TypeBox, (...args: never[]) => object>>

/** At run time a schema is plain JSON Schema, without typebox's marks for its own validator. */
export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders> & {
  [Name in 'Boolean' | 'Integer' | 'Null' | 'Number' | 'String']: (
    description: string,
  ) => ReturnType<(typeof TypeBox)[Name]>
}
