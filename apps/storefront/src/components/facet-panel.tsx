import { useEffect } from 'react'
import type { Aggregations, Filter } from '../shop/filters.ts'
import { type ListState, type Understood, toggleValue, withSelection, withUnderstood } from '../shop/list-state.ts'
import { fill, useWords } from '../shop/words.ts'
import { FacetValues } from './facet-values.tsx'
import { Icon } from './icons.tsx'
import { RangeSlider } from './range-slider.tsx'

interface PanelProps {
  open: boolean
  filters: Filter[] | null
  aggregations: Aggregations | undefined
  state: ListState
  /** Constraints recognized in the query. The values that they select are checked too. */
  understood: readonly Understood[]
  /** `replace` means that the change replaces the current entry of the browser history. */
  onChange: (state: ListState, replace?: boolean) => void
  total: number | undefined
  onClose: () => void
}

/** Replaces the selected rating, because “4 & up” includes higher ones. Values of other filters can be combined. */
function chosen(state: ListState, filter: Filter, value: string): ListState {
  if (filter.type !== 'rating' || state.selections[filter.key]?.includes(value))
    return toggleValue(state, filter.key, value)
  return withSelection(state, filter.key, [value])
}

export function FacetPanel(props: PanelProps) {
  const { open, filters, aggregations, total, onChange, onClose } = props
  const words = useWords()
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open, onClose])
  return (
    <aside className={open ? 'facets facets-open' : 'facets'} aria-label={words.filters}>
      <header className="facets-head">
        <h2>{words.filters}</h2>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => onChange({ ...props.state, selections: {}, page: 1 })}
        >
          {words.clearAll}
        </button>
        <button type="button" className="icon-button" aria-label={words.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <button type="button" className="button facets-done" onClick={onClose}>
        {total === 1 ? words.showOne : fill(words.show, total ?? '')}
      </button>
      {(filters ?? []).map((filter) => {
        const facet = aggregations?.[filter.key]
        if (facet === undefined) return null
        const state = withUnderstood(props.state, filter.key, props.understood)
        const selected = state.selections[filter.key] ?? []
        const hasChoice = facet.type === 'range' ? (facet.stats?.count ?? 0) > 0 : facet.buckets.length > 0
        if (!hasChoice && selected.length === 0) return null
        const chosenCount = facet.buckets.filter(({ value }) => selected.includes(value)).length
        return (
          <details key={filter.key} open={filter.expanded} className="facet">
            <summary>
              {filter.title}
              {selected.length > 0 && <span className="facet-count">{chosenCount || 1}</span>}
            </summary>
            {facet.type === 'range' && filter.type !== 'rating' ? (
              <RangeSlider
                facet={facet}
                selected={selected[0]}
                filter={filter}
                onChange={(value) =>
                  // Only the first change of a range adds a history entry, so that one step back removes the range.
                  onChange(withSelection(state, filter.key, value === null ? [] : [value]), selected.length > 0)
                }
              />
            ) : (
              <FacetValues
                filter={filter}
                facet={facet}
                selected={selected}
                onToggle={(value) => onChange(chosen(state, filter, value))}
              />
            )}
          </details>
        )
      })}
    </aside>
  )
}
