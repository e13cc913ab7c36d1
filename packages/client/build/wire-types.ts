/** Writes the API's schemas as TypeScript, so that the package needs neither the contract nor its schema library. */

export interface Schema {
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: false | Schema
}

export function writeTypes(schemas: ReadonlyMap<string, Schema>): string {
  return Array.from(
    schemas,
    ([name, schema]) => `${comment(schema, '')}export type ${name} = ${typeOf(schema, '')}\n`,
  ).join('\n')
}

/** @throws for an unsupported schema: a wrong type is worse than no package */
function typeOf(schema: Schema, indent: string): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf) return union(schema.anyOf.map((one) => typeOf(one, indent)))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)))
  switch (schema.type) {
    case 'object':
      return objectOf(schema, indent)
    case 'array':
      return `(${typeOf(schema.items ?? {}, indent)})[]`
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    case undefined:
      if (Object.keys(schema).every((key) => key === 'description' || /^(~|x-)/.test(key))) return 'unknown'
  }
  throw new Error(`no TypeScript for ${JSON.stringify(schema)}`)
}

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `
  if (!properties) {
    return `{ [key: string]: ${typeOf(additionalProperties || {}, inner)} }`
  }
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${comment(field, inner)}${inner}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field, inner)}\n`,
  )
  return `{\n${fields.join('')}${indent}}`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function keyOf(name: string): string {
  return /^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name)
}

function comment({ description }: Schema, indent: string): string {
  return description ? `${indent}/** ${description.replaceAll('*/', '*\u200b/')} */\n` : ''
}
