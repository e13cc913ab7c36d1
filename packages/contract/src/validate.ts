/** Compiles schemas to validators with joi's types and wording. ajv decides, and `findFaults` explains. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Static, TSchema } from 'typebox'
import { countNodes } from './json-depth.ts'
import { findFaults } from './find-faults.ts'
import { formats } from './formats.ts'
import { assertKnownKeywords, type JsonSchema, subschemas } from './json-schema.ts'

export interface ValidationItem {
  message: string
  path: (string | number)[]
  type: string
  context: { label: string; key: string | number }
}

export type Validated<T> = { ok: true; value: T } | { ok: false; items: ValidationItem[] }
export type Validator<T> = (value: unknown) => Validated<T>

/** ajv counts UTF-16 units, which may be more than characters, so `findFaults` checks rejected values again. */
const ajv = new Ajv2020({ unicode: false, strict: false, formats, logger: false })
ajv.addKeyword({
  keyword: 'x-max-nodes',
  type: 'object',
  validate: (max: number, value: object) => countNodes(value, max) <= max,
})

/** Compiles lazily: a process needs few schemas, and a large one takes as long as a hundred requests. */
export function compileValidator<S extends TSchema>(schema: S): Validator<Static<S>> {
  const rules: JsonSchema = schema
  assertKnownKeywords(rules)
  // A text with too few characters may have enough UTF-16 units for ajv.
  const isUndecided = namesShortTexts(rules)
  let check: ((value: unknown) => boolean) | undefined
  return (value) => {
    if (!isUndecided) check ??= ajv.compile(schema)
    if (check?.(value)) return { ok: true, value: value as Static<S> }
    const faults = findFaults(rules, value)
    if (faults.length === 0) return { ok: true, value: value as Static<S> }
    return { ok: false, items: faults.map(({ path, type, words }) => validationItem([...path], type, words)) }
  }
}

function namesShortTexts(schema: JsonSchema): boolean {
  return [...subschemas(schema)].some(({ minLength = 0 }) => minLength > 1)
}

export function validationItem(path: (string | number)[], type: string, words: string): ValidationItem {
  const label = labelOf(path)
  return { message: `"${label}" ${words}`, path, type, context: { label, key: path.at(-1) ?? label } }
}

function labelOf(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'value'
  let label = ''
  for (const key of path) label += typeof key === 'number' ? `[${key}]` : label === '' ? key : `.${key}`
  return label
}
