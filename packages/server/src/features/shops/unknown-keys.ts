/** Finds keys that a schema does not declare, because a misspelled setting would look like a missing one. */

interface KeySchema {
  type?: string | readonly string[]
  anyOf?: readonly KeySchema[]
  properties?: Readonly<Record<string, KeySchema>>
  additionalProperties?: false | KeySchema
  items?: KeySchema
}

type Path = (string | number)[]

/** Returns paths in the document's order. Skips values whose type differs from the schema. */
export function unknownKeys(schema: object, value: unknown, path: Path = []): Path[] {
  const { anyOf = [], items, properties, additionalProperties } = schema as KeySchema
  if (typeof value !== 'object' || value === null) return []
  const wanted = Array.isArray(value) ? 'array' : 'object'
  const branch = anyOf.find(({ type }) => [type].flat().includes(wanted))
  if (branch) return unknownKeys(branch, value, path)
  if (Array.isArray(value)) return items ? value.flatMap((one, i) => unknownKeys(items, one, [...path, i])) : []
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = properties && Object.hasOwn(properties, key) ? properties[key] : undefined
    const next = own ?? (additionalProperties || undefined)
    if (next) return unknownKeys(next, inner, [...path, key])
    return additionalProperties === false ? [[...path, key]] : []
  })
}

/** Removes unknown keys that earlier versions stored. */
export function withoutUnknownKeys<T>(schema: object, document: T): T {
  const unknown = unknownKeys(schema, document)
  if (unknown.length === 0) return document
  const known = structuredClone(document)
  for (const path of unknown) {
    const parent = path.slice(0, -1).reduce<unknown>((here, key) => (here as Record<string, unknown>)[key], known)
    delete (parent as Record<string | number, unknown>)[path.at(-1)!]
  }
  return known
}
