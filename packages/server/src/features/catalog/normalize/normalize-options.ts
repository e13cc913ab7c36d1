import { PRODUCT_LIMITS } from '@vitrine/contract'
import { derivedNumber } from '../../../ports/record-store/item-number.ts'
import type { ProductOption } from '../../../ports/record-store/product.ts'
import type { Faults } from './faults.ts'
import { isAbsent, isRecord, type Raw, readNumericId, readText, readWhole } from '../../platform/catalog-values.ts'

const DEFAULT_VALUE = 'Default Title'
/** Reads one option too many, so that an excess is reported. */
const MAX_OPTIONS = PRODUCT_LIMITS.options + 1

/** Leaves out the platform's placeholder for "no options". */
export function normalizeOptions(raw: Raw, handle: string, faults: Faults): ProductOption[] {
  const variants = (raw.variants as unknown[]).filter(isRecord)
  const given = (raw.options as unknown[]).filter(isRecord)
  const named = given.length > 0 ? given : impliedOptions(variants)
  const options = named.map((option, index) => readOption(option, index, handle, faults))
  options.sort((a, b) => a.position - b.position)
  for (const [index, option] of options.entries()) {
    const used = variants.map((variant) => variantOptionValue(variant, option.name, index))
    option.values = [...new Set([...option.values, ...used].filter((value) => value !== ''))]
  }
  return isStandIn(options) ? [] : options
}

/** Returns '' if the variant has no value. */
export function variantOptionValue(variant: Raw, name: string, index: number): string {
  if (Array.isArray(variant.selected_options)) {
    const selected = variant.selected_options.filter(isRecord)
    return readText(selected.find((one) => one.name === name)?.value)?.trim() ?? ''
  }
  const listed = Array.isArray(variant.options) ? variant.options[index] : undefined
  return readText(variant[`option${index + 1}`] ?? listed)?.trim() ?? ''
}

function readOption(option: Raw, index: number, handle: string, faults: Faults): ProductOption {
  const name = readText(option.name)?.trim() ?? ''
  if (name === '') faults.add(`options[${index}].name`, 'is missing')
  const values = Array.isArray(option.values) ? option.values : []
  return {
    id: readNumericId(option.id) ?? derivedNumber('option', handle, name),
    name,
    position: readWhole(option.position) ?? index + 1,
    values: values.map((value) => readText(value)?.trim() ?? ''),
  }
}

/** Makes up option names if only the variants have option values, so that the values are not lost. */
function impliedOptions(variants: readonly Raw[]): Raw[] {
  const selected = variants.find((variant) => Array.isArray(variant.selected_options))?.selected_options
  if (Array.isArray(selected)) {
    return selected
      .slice(0, MAX_OPTIONS)
      .filter(isRecord)
      .map((one) => ({ name: one.name }))
  }
  const count = Math.min(MAX_OPTIONS, Math.max(0, ...variants.map(valueCount)))
  return Array.from({ length: count }, (_, index) => ({ name: count === 1 ? 'Title' : `Option ${index + 1}` }))
}

function valueCount(variant: Raw): number {
  if (Array.isArray(variant.options)) return variant.options.length
  return [3, 2, 1].find((place) => !isAbsent(variant[`option${place}`])) ?? 0
}

function isStandIn(options: readonly ProductOption[]): boolean {
  const [only] = options
  if (options.length !== 1 || !only || only.name !== 'Title') return false
  return only.values.every((value) => value === DEFAULT_VALUE)
}
