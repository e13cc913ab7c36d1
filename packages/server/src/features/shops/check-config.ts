import {
  compileValidator,
  completeConfig,
  ShopConfigInput,
  type ValidationItem,
  type Validator,
  validationItem,
} from '@vitrine/contract'
import { RequestRefused } from '../errors.ts'
import { referenceFaults } from './config-references.ts'
import { mergePatch } from '../platform/merge-patch.ts'

/** Compiled on first use: the schema is large, and most runs of the command line do not need it. */
let compiled: Validator<ShopConfigInput> | undefined

/** Returns the document, or refuses it with the path of every fault in schema, keys and references. */
export function checkConfig(given: unknown): ShopConfigInput {
  const document = withTextIds(given)
  compiled ??= compileValidator(ShopConfigInput)
  const checked = compiled(document)
  if (checked.ok) {
    const faults = [...referenceFaults(completeConfig(checked.value)), ...testedDraftFaults(checked.value, compiled)]
    if (faults.length > 0) throw new RequestRefused(faults)
    return checked.value
  }
  throw new RequestRefused([...checked.items, ...faultsBeside(document, checked.items)])
}

/** Checks the draft that a variant tests as if it were published; faults get the path of the draft. */
function testedDraftFaults(document: ShopConfigInput, validate: Validator<ShopConfigInput>): ValidationItem[] {
  const { experiences = [], ...rest } = document
  return experiences.flatMap(({ variants }, i) =>
    variants.flatMap(({ patch }, j) => {
      if (patch === undefined) return []
      const { base_version: _, ...draft } = patch
      const drafted = validate(withTextIds(mergePatch({ ...rest, experiences: withoutDrafts(experiences) }, draft)))
      const items = drafted.ok ? referenceFaults(completeConfig(drafted.value)) : drafted.items
      return items
        .filter(({ path }) => path[0]! in draft)
        .map(({ path, type, message, context }) => {
          const words = message.slice(context.label.length + '"" '.length)
          return validationItem(['experiences', i, 'variants', j, 'patch', ...path], type, words)
        })
    }),
  )
}

type Experiences = NonNullable<ShopConfigInput['experiences']>

function withoutDrafts(experiences: Experiences): Experiences {
  return experiences.map((one) => ({ ...one, variants: one.variants.map(({ patch: _, ...variant }) => variant) }))
}

/** With this many schema violations the list was cut off, so the rest may not match the schema either. */
const LIST_IS_CUT = 100

/** Finds inconsistencies in what remains after everything that violates the schema is removed. */
function faultsBeside(document: unknown, items: readonly ValidationItem[]): ValidationItem[] {
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  if (!isObject || items.length >= LIST_IS_CUT) return []
  const sound = structuredClone(document) as Record<string, unknown>
  for (const { path } of items) remove(sound, path)
  return referenceFaults(completeConfig(sound as ShopConfigInput))
}

/** Removes a field or a whole list entry. The entry leaves a hole, so that the others keep their index. */
function remove(document: Record<string, unknown>, path: readonly (string | number)[]): void {
  const entry = path.findIndex((key) => typeof key === 'number')
  const at = entry < 0 ? path.length - 1 : entry
  let part: unknown = document
  for (const key of path.slice(0, at)) part = (part as Record<string, unknown> | undefined)?.[key]
  if (typeof part === 'object' && part !== null) delete (part as Record<string | number, unknown>)[path[at]!]
}

/** Ids that the document stores as text, like the API. In YAML and in user input they are mostly numbers, so both are accepted. */
const TEXT_IDS: readonly (readonly string[])[] = [
  ['publications', '*', 'id'],
  ['business_accounts', '*', 'customer_ids', '*'],
  ['business_accounts', '*', 'catalog_ids', '*'],
]

/** Converts ids that are whole numbers to text. Validation reports all other wrong ids. */
function withTextIds(document: unknown): unknown {
  return TEXT_IDS.reduce((result, path) => mapAt(result, path, asText), document)
}

function asText(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
}

/** Applies `map` wherever the path leads, in a copy; `*` means every entry of a list. If the path leads nowhere, nothing changes. */
export function mapAt(value: unknown, path: readonly string[], map: (inner: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return map(value)
  if (key === '*') return Array.isArray(value) ? value.map((entry) => mapAt(entry, rest, map)) : value
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !(key in value)) return value
  return { ...value, [key]: mapAt((value as Record<string, unknown>)[key], rest, map) }
}
