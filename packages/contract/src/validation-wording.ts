import type { ErrorObject } from 'ajv/dist/2020.js'

export interface Fault {
  type: string
  /** What follows the quoted label. */
  words: string
}

const TYPE_FAULTS: Record<string, Fault> = {
  string: { type: 'string.base', words: 'must be a string' },
  number: { type: 'number.base', words: 'must be a number' },
  integer: { type: 'number.base', words: 'must be a number' },
  boolean: { type: 'boolean.base', words: 'must be a boolean' },
  array: { type: 'array.base', words: 'must be an array' },
  object: { type: 'object.base', words: 'must be of type object' },
}

const FORMAT_FAULTS: Record<string, Fault> = {
  uuid: { type: 'string.guid', words: 'must be a valid GUID' },
  'date-time': { type: 'string.isoDate', words: 'must be in iso format' },
  uri: { type: 'string.uri', words: 'must be a valid uri' },
}

/** The words joi uses for what ajv found. Mostly one fault; none where another error already says it. */
export function describeFault(error: ErrorObject, all: readonly ErrorObject[]): Fault[] {
  const limit = error.params.limit
  switch (error.keyword) {
    case 'required':
      return [{ type: 'any.required', words: 'is required' }]
    case 'type':
      return [typeFault(error)]
    case 'enum':
      return [{ type: 'any.only', words: `must be one of [${namedValues(error).join(', ')}]` }]
    case 'const':
      return [{ type: 'any.only', words: `must be [${error.params.allowedValue}]` }]
    case 'anyOf':
      return [unionFault(error, all)]
    case 'minLength':
      return [
        error.data === ''
          ? { type: 'string.empty', words: 'is not allowed to be empty' }
          : { type: 'string.min', words: `length must be at least ${limit} characters long` },
      ]
    case 'maxLength':
      return [{ type: 'string.max', words: `length must be less than or equal to ${limit} characters long` }]
    case 'pattern':
      return [patternFault(error)]
    case 'format':
      return [FORMAT_FAULTS[error.params.format] ?? { type: 'string.base', words: 'has a wrong format' }]
    case 'minimum':
      return [{ type: 'number.min', words: `must be greater than or equal to ${limit}` }]
    case 'maximum':
      return [{ type: 'number.max', words: `must be less than or equal to ${limit}` }]
    case 'exclusiveMinimum':
      return [{ type: 'number.greater', words: `must be greater than ${limit}` }]
    case 'exclusiveMaximum':
      return [{ type: 'number.less', words: `must be less than ${limit}` }]
    case 'minItems':
      return [{ type: 'array.min', words: `must contain at least ${limit} items` }]
    case 'maxItems':
      return [{ type: 'array.max', words: `must contain less than or equal to ${limit} items` }]
    case 'uniqueItems':
      return [{ type: 'array.unique', words: 'contains a duplicate value' }]
    case 'propertyNames':
      return [{ type: 'object.unknown', words: 'is not allowed' }]
    default:
      return []
  }
}

/** null says that a field may be left out, and is not offered as a value of it. */
function namedValues(error: ErrorObject): unknown[] {
  return (error.params.allowedValues as unknown[]).filter((value) => value !== null)
}

function typeFault(error: ErrorObject): Fault {
  const allowed = ([] as string[]).concat(error.params.type).filter((name) => name !== 'null')
  if (allowed.length > 1) return { type: 'alternatives.types', words: `must be one of [${allowed.join(', ')}]` }
  const [name = 'object'] = allowed
  if (name === 'integer' && typeof error.data === 'number')
    return { type: 'number.integer', words: 'must be an integer' }
  return TYPE_FAULTS[name] ?? { type: 'any.invalid', words: 'contains an invalid value' }
}

/** joi shows the value it refused; a long one is cut, so that an answer is never larger than the question. */
function patternFault(error: ErrorObject): Fault {
  const value = String(error.data)
  const shown = value.length > 100 ? `${value.slice(0, 100)}…` : value
  return {
    type: 'string.pattern.base',
    words: `with value "${shown}" fails to match the required pattern: /${error.params.pattern}/`,
  }
}

function unionFault(union: ErrorObject, all: readonly ErrorObject[]): Fault {
  const inside = all.filter((error) => error !== union && error.schemaPath.startsWith(`${union.schemaPath}/`))
  const here = inside.filter((error) => error.instancePath === union.instancePath)
  const types = new Set(here.filter((e) => e.keyword === 'type').flatMap((e) => joiTypeName(e.params.type)))
  types.delete('null')
  if (types.size > 0 && here.every((error) => error.keyword === 'type')) {
    const [only, ...others] = types
    if (only !== undefined && others.length === 0) return TYPE_FAULTS[only] as Fault
    return { type: 'alternatives.types', words: `must be one of [${[...types].join(', ')}]` }
  }
  return { type: 'alternatives.match', words: 'does not match any of the allowed types' }
}

function joiTypeName(type: string | string[]): string[] {
  return ([] as string[]).concat(type).map((name) => (name === 'integer' ? 'number' : name))
}
