/** An option in the shopper's language: the filter over the same values knows its words and colors. */
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

/**
 * The filter that shares the most values with the option, if it has at least half of them: a lamp's option is not a
 * size just because one value is 38.
 */
function filterOver(filters: readonly Definition[], values: readonly string[]): Definition | undefined {
  const shared = (one: Definition) => one.values.filter(({ value }) => values.includes(value)).length
  const [best] = filters.filter((one) => one.attributeType === 'option').sort((a, b) => shared(b) - shared(a))
  return best && 2 * shared(best) >= values.length ? best : undefined
}
