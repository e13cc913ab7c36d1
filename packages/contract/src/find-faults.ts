/**
 * Explains in joi's wording why the compiled check rejected a value. Lists, objects and records are read up to their
 * limits, until the hundredth fault.
 */
import { countNodes } from './json-depth.ts'
import { formats } from './formats.ts'
import type { JsonSchema, NameRule } from './json-schema.ts'
import { formatFault, patternWords, typeFault, unionFault } from './validation-wording.ts'

type Path = readonly (string | number)[]

export interface Fault {
  path: Path
  /** Name of the rule in joi: `any.required`, `string.max`. */
  type: string
  words: string
}

/** A malicious body must not cause a megabyte of errors. */
export const MAX_FAULTS = 100

export function findFaults(schema: JsonSchema, value: unknown): Fault[] {
  const faults = new FaultList()
  visit(schema, value, [], faults)
  return faults.list
}

class FaultList {
  readonly list: Fault[] = []

  get isFull(): boolean {
    return this.list.length >= MAX_FAULTS
  }

  add(path: Path, type: string, words: string): void {
    if (!this.isFull) this.list.push({ path, type, words })
  }
}

function visit(schema: JsonSchema, value: unknown, path: Path, faults: FaultList): void {
  if (faults.isFull) return
  if (schema.anyOf !== undefined) visitUnion(schema, value, path, faults)
  else visitPlain(schema, value, path, faults)
}

function visitPlain(schema: JsonSchema, value: unknown, path: Path, faults: FaultList): void {
  visitWords(schema, value, path, faults)
  if (schema.type !== undefined && !hasType(schema.type, value)) {
    const { type, words } = typeFault(schema.type, value)
    faults.add(path, type, words)
  } else if (typeof value === 'string') visitText(schema, value, path, faults)
  else if (typeof value === 'number') visitNumber(schema, value, path, faults)
  else if (Array.isArray(value)) visitList(schema, value, path, faults)
  else if (isObject(value)) visitObject(schema, value, path, faults)
}

/** Checks allowed words before the type, as joi does. */
function visitWords(schema: JsonSchema, value: unknown, path: Path, faults: FaultList): void {
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    // null stands for an absent field and is not an allowed word.
    faults.add(path, 'any.only', `must be one of [${schema.enum.filter((one) => one !== null).join(', ')}]`)
  }
  if (schema.const !== undefined && schema.const !== value) faults.add(path, 'any.only', `must be [${schema.const}]`)
}

function hasType(type: string | readonly string[], value: unknown): boolean {
  if (typeof type !== 'string') return type.some((one) => hasType(one, value))
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    default:
      return typeof value === type
  }
}

function visitText(schema: JsonSchema, text: string, path: Path, faults: FaultList): void {
  const { minLength = 0, maxLength, pattern, format } = schema
  if (text === '' && minLength > 0) {
    faults.add(path, 'string.empty', 'is not allowed to be empty')
    return
  }
  if (maxLength !== undefined && isLonger(text, maxLength)) {
    faults.add(path, 'string.max', `length must be less than or equal to ${maxLength} characters long`)
  }
  if (minLength > 0 && !isLonger(text, minLength - 1)) {
    faults.add(path, 'string.min', `length must be at least ${minLength} characters long`)
  }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) {
    faults.add(path, 'string.pattern.base', patternWords(text, pattern))
  }
  if (format !== undefined && formats[format]?.(text) === false) {
    const { type, words } = formatFault(format)
    faults.add(path, type, words)
  }
}

/** A character is one or two units, so the length alone often decides. */
function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  if (text.length > 2 * limit) return true
  return [...text].length > limit
}

function visitNumber(schema: JsonSchema, value: number, path: Path, faults: FaultList): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (maximum !== undefined && value > maximum) {
    faults.add(path, 'number.max', `must be less than or equal to ${maximum}`)
  }
  if (minimum !== undefined && value < minimum) {
    faults.add(path, 'number.min', `must be greater than or equal to ${minimum}`)
  }
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) {
    faults.add(path, 'number.less', `must be less than ${exclusiveMaximum}`)
  }
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    faults.add(path, 'number.greater', `must be greater than ${exclusiveMinimum}`)
  }
}

/** Reports faults in entries before those of the list itself. */
function visitList(schema: JsonSchema, list: readonly unknown[], path: Path, faults: FaultList): void {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  const end = Math.min(list.length, maxItems)
  if (items !== undefined) {
    for (let i = 0; i < end && !faults.isFull; i++) visit(items, list[i], [...path, i], faults)
  }
  if (list.length > maxItems) faults.add(path, 'array.max', `must contain less than or equal to ${maxItems} items`)
  if (list.length < minItems) faults.add(path, 'array.min', `must contain at least ${minItems} items`)
}

function visitObject(schema: JsonSchema, value: Record<string, unknown>, path: Path, faults: FaultList): void {
  const required = new Set(schema.required)
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const isGiven = Object.hasOwn(value, key) && value[key] !== undefined
    if (isGiven) visit(property, value[key], [...path, key], faults)
    else if (required.has(key)) faults.add([...path, key], 'any.required', 'is required')
  }
  if (schema.additionalProperties === false) visitUnknown(schema, value, path, faults)
  else if (schema.additionalProperties !== undefined)
    visitDictionary(schema, schema.additionalProperties, value, path, faults)
  const max = schema['x-max-nodes']
  if (max !== undefined && countNodes(value, max) > max) {
    faults.add(path, 'object.nodes', `must contain at most ${max} values in total`)
  }
}

function visitUnknown(schema: JsonSchema, value: Record<string, unknown>, path: Path, faults: FaultList): void {
  for (const key in value) {
    if (faults.isFull) return
    if (!Object.hasOwn(schema.properties ?? {}, key)) faults.add([...path, key], 'object.unknown', 'is not allowed')
  }
}

function visitDictionary(
  schema: JsonSchema,
  values: JsonSchema,
  value: Record<string, unknown>,
  path: Path,
  faults: FaultList,
): void {
  const { maxProperties = Number.POSITIVE_INFINITY, propertyNames } = schema
  let count = 0
  for (const key in value) {
    if (faults.isFull) return
    if (++count > maxProperties) {
      faults.add(path, 'object.max', `must have less than or equal to ${maxProperties} keys`)
      return
    }
    if (propertyNames !== undefined && !isName(propertyNames, key)) {
      faults.add([...path, key], 'object.unknown', 'is not allowed')
    } else visit(values, value[key], [...path, key], faults)
  }
}

function isName({ pattern, enum: names, maxLength = Number.POSITIVE_INFINITY }: NameRule, key: string): boolean {
  if (key.length > maxLength || names?.includes(key) === false) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(key)
}

/** Reports one fault, as joi does: that of the branch with the value's type, otherwise the possible types. */
function visitUnion(schema: JsonSchema, value: unknown, path: Path, faults: FaultList): void {
  const branches = flatten(schema)
  let nearest: readonly Fault[] | undefined
  for (const branch of branches) {
    const inside = new FaultList()
    visit(branch, value, path, inside)
    if (inside.list.length === 0) return
    if (!inside.list.some((fault) => fault.path.length === path.length && isAboutType(fault))) nearest ??= inside.list
  }
  nearest ??= [{ path, ...unionFault(branches) }]
  for (const fault of nearest) faults.add(fault.path, fault.type, fault.words)
}

/** Nested unions would report each fault twice. */
function flatten(schema: JsonSchema): readonly JsonSchema[] {
  return (schema.anyOf ?? []).flatMap((branch) => (branch.anyOf === undefined ? [branch] : flatten(branch)))
}

function isAboutType({ type }: Fault): boolean {
  if (type === 'any.only' || type === 'number.integer' || type === 'alternatives.types') return true
  return type.endsWith('.base') && type !== 'string.pattern.base'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
