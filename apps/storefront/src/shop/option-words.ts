/** Translates a product's option with the filter over the same values, which has their labels and colors. */
import type { Filter } from './filters.ts'

interface OptionWords {
  name: string
  labelOf: (value: string) => string
  hexOf: (value: string) => string | null
}

type Definition = Pick<Filter, 'attributeType' | 'title' | 'values'>

export function optionWords(
  filters: readonly Definition[],
  { name, values }: { name: string; values: readonly string[] },
): OptionWords {
  const filter = filterOver(filters, values)
  const known = new Map(filter?.values.map((one) => [one.value, one]))
  return {
    name: filter?.title ?? name,
    labelOf: (value) => known.get(value)?.label ?? value,
    hexOf: (value) => known.get(value)?.hex ?? null,
  }
}

/** Returns the filter that shares the most values with the option, and at least half: one common value, such as 38, does not prove a size. */
function filterOver(filters: readonly Definition[], values: readonly string[]): Definition | undefined {
  const shared = (one: Definition) => one.values.filter(({ value }) => values.includes(value)).length
  const [best] = filters.filter((one) => one.attributeType === 'option').sort((a, b) => shared(b) - shared(a))
  return best && 2 * shared(best) >= values.length ? best : undefined
}
