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

/** Compiled on first use, because most commands do not need this large schema. */
let compiled: Validator<ShopConfigInput> | undefined

/** Throws an error with the paths of all violations of schema, keys and references. */
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

/** Checks the drafts of variants as if they were published. Faults have the path of the draft. */
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

/** A list of this length was cut off, so the rest of the document may violate the schema, too. */
const LIST_IS_CUT = 100

/** Leaves out everything that violates the schema and checks the rest. */
function faultsBeside(document: unknown, items: readonly ValidationItem[]): ValidationItem[] {
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  if (!isObject || items.length >= LIST_IS_CUT) return []
  const sound = structuredClone(document) as Record<string, unknown>
  for (const { path } of items) remove(sound, path)
  return referenceFaults(completeConfig(sound as ShopConfigInput))
}

/** A removed list entry leaves a hole, so that other entries keep their index. */
function remove(document: Record<string, unknown>, path: readonly (string | number)[]): void {
  const entry = path.findIndex((key) => typeof key === 'number')
  const at = entry < 0 ? path.length - 1 : entry
  let part: unknown = document
  for (const key of path.slice(0, at)) part = (part as Record<string, unknown> | undefined)?.[key]
  if (typeof part === 'object' && part !== null) delete (part as Record<string | number, unknown>)[path[at]!]
}

/** Ids that are stored as text, although YAML and people often write them as numbers. */
const TEXT_IDS: readonly (readonly string[])[] = [
  ['publications', '*', 'id'],
  ['business_accounts', '*', 'customer_ids', '*'],
  ['business_accounts', '*', 'catalog_ids', '*'],
]

/** Converts whole numbers to text. Validation reports all other wrong ids. */
function withTextIds(document: unknown): unknown {
  return TEXT_IDS.reduce((result, path) => mapAt(result, path, asText), document)
}

function asText(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
}

/** Applies `map` at the path in a copy; `*` means every entry of a list. */
export function mapAt(value: unknown, path: readonly string[], map: (inner: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return map(value)
  if (key === '*') return Array.isArray(value) ? value.map((entry) => mapAt(entry, rest, map)) : value
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !(key in value)) return value
  return { ...value, [key]: mapAt((value as Record<string, unknown>)[key], rest, map) }
}
