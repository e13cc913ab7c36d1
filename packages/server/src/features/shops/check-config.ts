import {
  compileValidator,
  completeConfig,
  ShopConfigInput,
  type ValidationItem,
  type Validator,
} from '@vitrine/contract'
import { RequestRefused } from '../errors.ts'
import { referenceFaults } from './config-references.ts'
import { withTextIds } from './text-ids.ts'

/** Compiled when it is first needed: it is a large schema, and most runs of the command line never ask. */
let compiled: Validator<ShopConfigInput> | undefined

/**
 * The document as it is, or a refusal that names every fault by path: those of form, keys that mean nothing, and faults of
 * meaning in what has the right form.
 */
export function checkConfig(given: unknown): ShopConfigInput {
  const document = withTextIds(given)
  compiled ??= compileValidator(ShopConfigInput)
  const checked = compiled(document)
  if (checked.ok) {
    const faults = referenceFaults(completeConfig(checked.value))
    if (faults.length > 0) throw new RequestRefused(faults)
    return checked.value
  }
  throw new RequestRefused([...checked.items, ...faultsBeside(document, checked.items)])
}

/** With this many faults of form the list was cut, and what is left cannot be trusted to have the right form. */
const LIST_IS_CUT = 100

/** Faults of meaning in what is left when everything wrong in form is taken out. */
function faultsBeside(document: unknown, items: readonly ValidationItem[]): ValidationItem[] {
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  if (!isObject || items.length >= LIST_IS_CUT) return []
  const sound = structuredClone(document) as Record<string, unknown>
  for (const { path } of items) remove(sound, path)
  return referenceFaults(completeConfig(sound as ShopConfigInput))
}

/** A faulty list entry goes whole and leaves a hole, so that the others keep their index and paths stay true; else the field goes. */
function remove(document: Record<string, unknown>, path: readonly (string | number)[]): void {
  const entry = path.findIndex((key) => typeof key === 'number')
  const at = entry < 0 ? path.length - 1 : entry
  let part: unknown = document
  for (const key of path.slice(0, at)) part = (part as Record<string, unknown> | undefined)?.[key]
  if (typeof part === 'object' && part !== null) delete (part as Record<string | number, unknown>)[path[at]!]
}
