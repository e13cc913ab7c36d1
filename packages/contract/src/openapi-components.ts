/** Writes each named schema once, under `components`, and references it elsewhere. */
import type { TSchema } from 'typebox'

type Written = Record<string, unknown>

export class OpenApiComponents {
  readonly schemas: Record<string, Written> = {}
  readonly #names = new Map<string, string>()

  constructor(named: Iterable<readonly [string, TSchema]>) {
    for (const [name, schema] of named) {
      const key = fingerprint(schema as never)
      if (this.#names.has(key)) continue
      if ([...this.#names.values()].includes(name)) throw new Error(`two schemas want the name ${name}`)
      this.#names.set(key, name)
    }
  }

  refer(schema: TSchema): Written {
    return this.#refer(schema as never)
  }

  /** A schema without a name gets the first free one of `names`. */
  referAs(names: readonly string[], schema: TSchema): Written {
    const key = fingerprint(schema as never)
    if (!this.#names.has(key)) {
      const taken = new Set(this.#names.values())
      const free = names.find((name) => !taken.has(name))
      if (free === undefined) throw new Error(`two schemas want the name ${names.join(' or ')}`)
      this.#names.set(key, free)
    }
    return this.refer(schema)
  }

  #refer(schema: Written): Written {
    const name = this.#names.get(fingerprint(schema))
    if (name !== undefined) return this.#reference(name, schema)
    const present = withoutNull(schema)
    const presentName = present && this.#names.get(fingerprint(present))
    if (present && presentName !== undefined)
      return { anyOf: [this.#reference(presentName, present), { type: 'null' }] }
    return this.#inside(schema)
  }

  #reference(name: string, schema: Written): Written {
    if (!(name in this.schemas)) {
      // Reserves the name first, because the schema may refer to itself.
      this.schemas[name] = {}
      this.schemas[name] = { ...this.#inside(schema), ...discriminator(schema) }
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  #inside(schema: Written): Written {
    const written: Written = {}
    for (const [key, value] of Object.entries(schema)) {
      if (key.startsWith('~')) continue
      if (key === 'properties') written[key] = mapValues(value as Record<string, Written>, (one) => this.#refer(one))
      else if (key === 'items') written[key] = this.#refer(value as Written)
      else if (key === 'anyOf') written[key] = (value as Written[]).map((one) => this.#refer(one))
      else if (key === 'additionalProperties' && typeof value === 'object') written[key] = this.#refer(value as Written)
      else written[key] = value
    }
    return written
  }
}

function fingerprint(schema: Written): string {
  return JSON.stringify(schema, (key, value) => {
    if (key === 'description' || key === 'examples' || key.startsWith('~')) return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

function withoutNull(schema: Written): Written | undefined {
  const { type } = schema
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== 'null') return undefined
  const words = Array.isArray(schema.enum) ? { enum: schema.enum.filter((word) => word !== null) } : {}
  return { ...schema, ...words, type: type[0] }
}

function discriminator({ anyOf }: Written): Written {
  const names = (anyOf as { properties?: { name?: { const?: string } } }[] | undefined)?.map(
    (one) => one.properties?.name?.const,
  )
  return names?.every((name) => name !== undefined) ? { discriminator: { propertyName: 'name' } } : {}
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
