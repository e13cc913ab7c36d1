import type { JsonSchema } from './json-schema.ts'
import { MAX_AMOUNT, MAX_PIECES } from './numbers.ts'

interface Wording {
  type: string
  words: string
}

const TYPE_FAULTS: Record<string, Wording> = {
  string: { type: 'string.base', words: 'must be a string' },
  number: { type: 'number.base', words: 'must be a number' },
  integer: { type: 'number.base', words: 'must be a number' },
  boolean: { type: 'boolean.base', words: 'must be a boolean' },
  array: { type: 'array.base', words: 'must be an array' },
  object: { type: 'object.base', words: 'must be of type object' },
}

const FORMAT_FAULTS: Record<string, Wording> = {
  uuid: { type: 'string.guid', words: 'must be a valid GUID' },
  'date-time': { type: 'string.isoDate', words: 'must be in iso format' },
  uri: { type: 'string.uri', words: 'must be a valid uri' },
  'currency-code': { type: 'any.only', words: 'must be an ISO 4217 currency code in capital letters, like EUR' },
  currency: { type: 'any.only', words: 'must be an ISO 4217 currency code' },
  amount: { type: 'number.max', words: `must be less than or equal to ${MAX_AMOUNT}` },
  pieces: { type: 'number.max', words: `must be less than or equal to ${MAX_PIECES}` },
}

export function formatFault(format: string): Wording {
  return FORMAT_FAULTS[format] ?? { type: 'string.base', words: 'has a wrong format' }
}

export function typeFault(wanted: string | readonly string[], value: unknown): Wording {
  const allowed = ([] as string[]).concat(wanted).filter((name) => name !== 'null')
  if (allowed.length > 1) return oneOfTypes(allowed)
  const [name = 'object'] = allowed
  if (name === 'integer' && typeof value === 'number') return { type: 'number.integer', words: 'must be an integer' }
  return TYPE_FAULTS[name] ?? { type: 'any.invalid', words: 'contains an invalid value' }
}

/** Includes the rejected value, as joi does, but cuts long ones. */
export function patternWords(value: string, pattern: string): string {
  const shown = value.length > 100 ? `${value.slice(0, 100)}…` : value
  return `with value "${shown}" fails to match the required pattern: /${pattern}/`
}

export function unionFault(branches: readonly JsonSchema[]): Wording {
  const types = new Set(branches.flatMap((branch) => joiTypes(branch.type)))
  const byWord = branches.some((branch) => branch.enum !== undefined || branch.const !== undefined)
  if (byWord || types.size === 0) {
    return { type: 'alternatives.match', words: 'does not match any of the allowed types' }
  }
  const [only = '', ...others] = types
  return others.length === 0 ? (TYPE_FAULTS[only] ?? oneOfTypes([only])) : oneOfTypes([...types])
}

function oneOfTypes(types: readonly string[]): Wording {
  return { type: 'alternatives.types', words: `must be one of [${types.join(', ')}]` }
}

function joiTypes(type: string | readonly string[] = []): string[] {
  const names = ([] as string[]).concat(type).filter((name) => name !== 'null')
  return names.map((name) => (name === 'integer' ? 'number' : name))
}
