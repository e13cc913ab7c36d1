import type { Client } from '@vitrine/client'
import type { Filter } from '../shop/filters.ts'
import { type ListState, withIgnored, withSelection } from '../shop/list-state.ts'
import { rangeWords } from '../shop/range-words.ts'
import { useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'

type Understood = Awaited<ReturnType<Client['search']>>['searchMetadata']['understood']

interface ChipsProps {
  state: ListState
  filters: Filter[]
  understood: Understood
  onChange: (state: ListState) => void
}

export function Chips({ state, filters, understood, onChange }: ChipsProps) {
  const words = useWords()
  const chips = Object.entries(state.selections).flatMap(([key, values]) => values.map((value) => ({ key, value })))
  // Until the next response arrives, `understood` can contain a constraint that the shopper has removed.
  const isNews = (text: string) => text.toLowerCase() !== state.query.trim().toLowerCase()
  const isRemovable = (text: string) => isNews(text) && !state.ignore.includes(text)
  // A constraint that only affects the ranking is not a filter, so it has no chip.
  const constraints = understood.filter(({ text, held }) => held === 'filter' && isRemovable(text))
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
      {constraints.map(({ kind, text, label }) => (
        <Chip
          key={`${kind} ${text}`}
          className="chip chip-understood"
          label={label}
          onRemove={() => onChange(withIgnored(state, text))}
        />
      ))}
      {chips.map((chip) => (
        <Chip key={chip.key + chip.value} label={labelOf(chip, filters)} onRemove={() => remove(chip)} />
      ))}
      {chips.length > 0 && (
        <button type="button" className="link-button" onClick={() => onChange({ ...state, page: 1, selections: {} })}>
          {words.clearAll}
        </button>
      )}
    </div>
  )
}

interface ChipProps {
  className?: string
  label: string
  onRemove: () => void
}

function Chip({ className = 'chip', label, onRemove }: ChipProps) {
  return (
    <button type="button" className={className} onClick={onRemove}>
      <span className="sr-only">{useWords().removeFilter} </span>
      {label}
      <Icon name="close" size={14} />
    </button>
  )
}

function labelOf({ key, value }: { key: string; value: string }, filters: Filter[]): string {
  const filter = filters.find((one) => one.key === key)
  if (filter?.type === 'range' || filter?.attributeType === 'price') return rangeWords(filter, value)
  if (filter?.type === 'boolean') return filter.title
  return filter?.values.find((one) => one.value === value)?.label ?? value
}
