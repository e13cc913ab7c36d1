import type { Filter } from '../shop/filters.ts'
import { type ListState, withSelection } from '../shop/list-state.ts'
import { rangeWords } from '../shop/range-words.ts'
import { useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'

interface ChipsProps {
  state: ListState
  filters: Filter[]
  onChange: (state: ListState) => void
}

/** What is selected, each with its way out. */
export function Chips({ state, filters, onChange }: ChipsProps) {
  const words = useWords()
  const chips = Object.entries(state.selections).flatMap(([key, values]) => values.map((value) => ({ key, value })))
  if (chips.length === 0) return <div className="chips" />
  const remove = ({ key, value }: { key: string; value: string }) =>
    onChange(
      withSelection(
        state,
        key,
        (state.selections[key] ?? []).filter((one) => one !== value),
      ),
    )
  return (
    <div className="chips">
      {chips.map((chip) => (
        <button type="button" key={chip.key + chip.value} className="chip" onClick={() => remove(chip)}>
          <span className="sr-only">Remove filter </span>
          {labelOf(chip, filters)}
          <Icon name="close" size={14} />
        </button>
      ))}
      <button type="button" className="link-button" onClick={() => onChange({ ...state, page: 1, selections: {} })}>
        {words.clearAll}
      </button>
    </div>
  )
}

function labelOf({ key, value }: { key: string; value: string }, filters: Filter[]): string {
  const filter = filters.find((one) => one.key === key)
  if (filter?.type === 'range' || filter?.attributeType === 'price') return rangeWords(filter, value)
  if (filter?.type === 'boolean') return filter.title
  return filter?.values.find((one) => one.value === value)?.label ?? value
}
