import type { FilterAggregationsResponse } from '@vitrine/client'

interface Props {
  answer: FilterAggregationsResponse
  selected: Record<string, string[]>
  onToggle: (key: string, value: string) => void
}

/** Every facet of the shop, with the number of products behind each value. */
export function Facets({ answer: { facets, aggregations }, selected, onToggle }: Props) {
  return (
    <aside aria-label="Filters">
      {facets.map(({ key, title }) => (
        <fieldset key={key}>
          <legend>{title}</legend>
          {aggregations[key]?.buckets.slice(0, 12).map(({ value, label, count }) => (
            <label key={value}>
              <input
                type="checkbox"
                checked={selected[key]?.includes(value) ?? false}
                onChange={() => onToggle(key, value)}
              />
              {label} ({count})
            </label>
          ))}
        </fieldset>
      ))}
    </aside>
  )
}
