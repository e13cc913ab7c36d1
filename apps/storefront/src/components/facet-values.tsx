import { useState } from 'react'
import type { Aggregations, Filter } from '../shop/filters.ts'
import { fill, useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'

interface ValuesProps {
  filter: Filter
  facet: Aggregations[string]
  selected: string[]
  onToggle: (value: string) => void
}

export function FacetValues({ filter, facet, selected, onToggle }: ValuesProps) {
  const words = useWords()
  const [all, setAll] = useState(false)
  const [wanted, setWanted] = useState('')
  const most = filter.settings.max_display ?? 8
  const buckets = facet.buckets.filter((bucket) => bucket.label.toLowerCase().includes(wanted.toLowerCase()))
  // Selected values are shown even if they come after the first `most`.
  const shown = buckets.filter((bucket, at) => all || at < most || selected.includes(bucket.value))
  const isColor = filter.type === 'color'
  return (
    <>
      {filter.settings.searchable && facet.buckets.length > most && (
        <input
          className="facet-search"
          type="search"
          aria-label={fill(words.searchIn, filter.title)}
          placeholder="…"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <ul className={isColor ? 'facet-values swatches' : 'facet-values'}>
        {shown.map((bucket) => {
          const on = selected.includes(bucket.value)
          const hex = filter.values.find((one) => one.value === bucket.value)?.hex
          return (
            <li key={bucket.value}>
              <label className={on ? 'value value-on' : 'value'}>
                <input type="checkbox" checked={on} onChange={() => onToggle(bucket.value)} />
                {isColor ? (
                  <span className="swatch" style={{ background: hex ?? '#ddd' }}>
                    {on && <Icon name="check" size={16} />}
                  </span>
                ) : (
                  <span className="box">{on && <Icon name="check" size={14} />}</span>
                )}
                <span className="value-label">{labelOf(filter, bucket.value, bucket.label)}</span>
                <span className="value-count">{bucket.count}</span>
              </label>
            </li>
          )
        })}
      </ul>
      {buckets.length > shown.length && (
        <button type="button" className="link-button" onClick={() => setAll(true)}>
          {fill(words.moreValues, buckets.length - shown.length)}
        </button>
      )}
    </>
  )
}

function labelOf(filter: Filter, value: string, label: string): string {
  const stars = filter.type === 'rating' ? Number.parseFloat(value) : 0
  return stars > 0 ? `${'★'.repeat(Math.round(stars))} ${label}` : label
}
