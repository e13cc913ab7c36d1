export interface NameRule {
  pattern?: string
  maxLength?: number
  enum?: readonly string[]
}

/** The part of JSON Schema that the contract uses. `assertKnownKeywords` rejects all other keywords. */
export interface JsonSchema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly JsonSchema[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  /** false: no other keys. Otherwise: the schema of all other keys. */
  additionalProperties?: false | JsonSchema
  propertyNames?: NameRule
  maxProperties?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  'x-max-nodes'?: number
}

const KNOWN: Record<keyof JsonSchema, true> = {
  type: true,
  enum: true,
  const: true,
  anyOf: true,
  properties: true,
  required: true,
  additionalProperties: true,
  propertyNames: true,
  maxProperties: true,
  items: true,
  minItems: true,
  maxItems: true,
  minLength: true,
  maxLength: true,
  pattern: true,
  format: true,
  minimum: true,
  maximum: true,
  exclusiveMinimum: true,
  exclusiveMaximum: true,
  'x-max-nodes': true,
}
const WORDS = new Set(['description', 'default', 'examples', 'title', 'x-streamed'])

export function assertKnownKeywords(schema: JsonSchema): void {
  for (const one of subschemas(schema)) {
    const unknown = Object.keys(one).find((keyword) => !(keyword in KNOWN) && !WORDS.has(keyword))
    if (unknown !== undefined)
      throw new Error(`a schema uses the keyword ${unknown}, which the validator does not know`)
  }
}

export function* subschemas(schema: JsonSchema): Generator<JsonSchema> {
  yield schema
  const inside = [
    ...(schema.anyOf ?? []),
    ...Object.values(schema.properties ?? {}),
    ...(schema.additionalProperties ? [schema.additionalProperties] : []),
    ...(schema.items === undefined ? [] : [schema.items]),
  ]
  for (const one of inside) yield* subschemas(one)
}
