/** Creates small bodies that are expensive to validate, at every place of a schema. */

interface Schema {
  type?: string | readonly string[]
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  additionalProperties?: false | Schema
}

type Path = readonly (string | number)[]

/** Yields every path of the schema. The first entry of a list stands for all. */
export function* places(schema: Schema, path: Path = []): Generator<Path> {
  yield path
  for (const branch of schema.anyOf ?? []) for (const place of places(branch, path)) if (place !== path) yield place
  for (const [key, property] of Object.entries(schema.properties ?? {})) yield* places(property, [...path, key])
  if (schema.items) yield* places(schema.items, [...path, 0])
  if (schema.additionalProperties) yield* places(schema.additionalProperties, [...path, 'any'])
}

export function bodyWith(place: Path, value: unknown): unknown {
  return place.reduceRight<unknown>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value)
}

export const HOSTILE: Record<string, (size: number) => unknown> = {
  'many empty lists': (size) => Array.from({ length: size }, () => []),
  'many wrong ids': (size) => Array.from({ length: size }, () => 'x'),
  'many empty objects': (size) => Array.from({ length: size }, () => ({})),
  'many numbers': (size) => Array.from({ length: size }, (_, i) => -i - 0.5),
  'a wide object': (size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`k${i}`, []])),
  'a deep list': (size) => nested(Math.min(size, 400), (inner) => [inner]),
  'a deep object': (size) => nested(Math.min(size, 400), (inner) => ({ a: inner })),
  'a long text': (size) => 'a1:'.repeat(size),
  'one thing again and again': (size) => Array.from({ length: size }, () => ({ id: 'x', key: 'x', value: ['x'] })),
}

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = null
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}
