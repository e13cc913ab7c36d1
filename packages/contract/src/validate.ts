/**
 * Schemas → compiled validators whose faults come out as the contract's items, worded and typed as joi words them
 * (`validate.test.ts` holds every case against joi itself). ajv compiles; this module translates and orders.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Static, TSchema } from 'typebox'
import { formats } from './formats.ts'
import { describeFault } from './validation-wording.ts'

export interface ValidationItem {
  message: string
  path: (string | number)[]
  type: string
  context: { label: string; key?: string | number }
}

export type Validated<T> = { ok: true; value: T } | { ok: false; items: ValidationItem[] }
export type Validator<T> = (value: unknown) => Validated<T>

/** One hostile body must not become a megabyte of complaints. */
const MAX_ITEMS = 100

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, formats, logger: false })
/** Says yes or no, in half the time. Counts a text by its length in memory, never below its characters: a no is looked at again. */
const quickAjv = new Ajv2020({ unicode: false, strict: false, formats, logger: false })

export function compileValidator<S extends TSchema>(schema: S): Validator<Static<S>> {
  // What is short by characters may be long enough in memory: there only the thorough check can say yes.
  const check = namesShortTexts(schema) ? undefined : quickAjv.compile(schema)
  let checkAll: ValidateFunction | undefined
  return (value) => {
    if (check?.(value)) return { ok: true, value: value as Static<S> }
    // Most validators never meet a fault: this one is made when the first comes.
    checkAll ??= ajv.compile(schema)
    if (checkAll(value)) return { ok: true, value: value as Static<S> }
    return { ok: false, items: toItems(checkAll.errors ?? [], value, schema) }
  }
}

function namesShortTexts(schema: object): boolean {
  return Object.entries(schema).some(([name, value]) =>
    name === 'minLength' ? value > 1 : typeof value === 'object' && value !== null && namesShortTexts(value),
  )
}

/** An item made by hand, for rules no schema can state. */
export function validationItem(path: (string | number)[], type: string, words: string): ValidationItem {
  const label = labelOf(path)
  const key = path.at(-1)
  return { message: `"${label}" ${words}`, path, type, context: key === undefined ? { label } : { label, key } }
}

function toItems(errors: ErrorObject[], root: unknown, schema: object): ValidationItem[] {
  // What is wrong with a name is said once, of the name.
  const told = errors.filter(({ propertyName }) => propertyName === undefined)
  const drafts = dropBranches(told).flatMap((error, index) => {
    const path = pathOf(error, root)
    return describeFault(error, errors).map((fault) => ({ ...fault, path, rank: rankOf(path, schema), index }))
  })
  drafts.sort((a, b) => compareRanks(a.rank, b.rank) || severity(a.type) - severity(b.type) || a.index - b.index)
  const seen = new Set<string>()
  const items: ValidationItem[] = []
  for (const draft of drafts) {
    const item = validationItem(draft.path, draft.type, draft.words)
    const identity = `${item.type}\n${item.message}`
    if (seen.has(identity)) continue
    seen.add(identity)
    if (items.push(item) === MAX_ITEMS) break
  }
  return items
}

/** ajv reports each branch of an anyOf and then the anyOf; joi speaks once. Branch errors go, unless the branch got further than its type. */
function dropBranches(errors: ErrorObject[]): ErrorObject[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf')
  if (unions.length === 0) return errors
  return errors.filter((error) => {
    if (error.keyword === 'anyOf')
      return !unions.some((other) => isWrapped(other, error)) && !deepFaults(error, errors).length
    const owner = unions.filter((union) => isBelow(error, union)).sort(longestPathFirst)[0]
    return owner === undefined || deepFaults(owner, errors).includes(error)
  })
}

function isBelow(error: ErrorObject, union: ErrorObject): boolean {
  return error !== union && error.schemaPath.startsWith(`${union.schemaPath}/`)
}

/** A union in a union about the same value, as a nullable choice is: the inner one speaks. */
function isWrapped(inner: ErrorObject, outer: ErrorObject): boolean {
  return isBelow(inner, outer) && inner.instancePath === outer.instancePath
}

function longestPathFirst(a: ErrorObject, b: ErrorObject): number {
  return b.schemaPath.length - a.schemaPath.length
}

/** Faults below an anyOf's own place: the value had the right type for that branch and failed inside it. */
function deepFaults(union: ErrorObject, errors: ErrorObject[]): ErrorObject[] {
  const inside = errors.filter((error) => isBelow(error, union))
  const branches = Map.groupBy(inside, (error) => error.schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0])
  for (const faults of branches.values()) {
    const typeFault = faults.some(
      (f) => f.instancePath === union.instancePath && ['type', 'const', 'enum'].includes(f.keyword),
    )
    if (!typeFault) return faults
  }
  return []
}

function pathOf(error: ErrorObject, root: unknown): (string | number)[] {
  const path: (string | number)[] = []
  let here: unknown = root
  for (const part of error.instancePath.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    const key = Array.isArray(here) ? Number(name) : name
    path.push(key)
    here = (here as Record<string | number, unknown> | undefined)?.[key]
  }
  if (error.keyword === 'required') path.push(error.params.missingProperty)
  if (error.keyword === 'propertyNames') path.push(error.params.propertyName)
  if (error.keyword === 'uniqueItems') path.push(Math.max(error.params.i, error.params.j))
  return path
}

function labelOf(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'value'
  let label = ''
  for (const key of path) label += typeof key === 'number' ? `[${key}]` : label === '' ? key : `.${key}`
  return label
}

/** Place of the fault in the schema's own order of fields: joi reports field by field, ajv keyword by keyword. */
function rankOf(path: readonly (string | number)[], schema: object): number[] {
  const rank: number[] = []
  let here = schema as { properties?: Record<string, object>; items?: object } | undefined
  for (const key of path) {
    if (typeof key === 'number') {
      rank.push(key)
      here = here?.items as typeof here
    } else {
      const keys = Object.keys(here?.properties ?? {})
      rank.push(keys.includes(key) ? keys.indexOf(key) : keys.length)
      here = here?.properties?.[key] as typeof here
    }
  }
  return rank
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0)
  }
  // Faults inside a list come before a fault of the list itself.
  return b.length - a.length
}

/** joi checks the allowed words before the type. */
function severity(type: string): number {
  if (type === 'any.only') return 0
  return type.endsWith('.base') && type !== 'string.pattern.base' ? 1 : 2
}
