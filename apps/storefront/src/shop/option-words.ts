/** Translates a product's option: the filter with the same values has labels and colors for them. */
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

/** Requires half of the values in common, because one value, such as 38, can mean different things. */
function filterOver(filters: readonly Definition[], values: readonly string[]): Definition | undefined {
  const shared = (one: Definition) => one.values.filter(({ value }) => values.includes(value)).length
  const [best] = filters.filter((one) => one.attributeType === 'option').sort((a, b) => shared(b) - shared(a))
  return best && 2 * shared(best) >= values.length ? best : undefined
}
