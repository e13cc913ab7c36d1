import type { ListState } from '../shop/list-state.ts'
import { useWords } from '../shop/words.ts'

const ORDERS = [
  ['relevance', 'Relevance'],
  ['best_selling', 'Best selling'],
  ['newest', 'Newest'],
  ['price_asc', 'Price, low to high'],
  ['price_desc', 'Price, high to low'],
  ['discount_desc', 'Biggest discount'],
  ['title_asc', 'Name, A to Z'],
] as const

interface SortProps {
  state: ListState
  onChange: (state: ListState) => void
}

export function SortSelect({ state, onChange }: SortProps) {
  const words = useWords()
  return (
    <label className="sort">
      <span>{words.sort}</span>
      <select value={state.sortBy} onChange={(event) => onChange({ ...state, sortBy: event.target.value, page: 1 })}>
        {ORDERS.map(([order, name]) => (
          <option key={order} value={order}>
            {order === 'relevance' && state.query === '' ? 'Featured' : name}
          </option>
        ))}
      </select>
    </label>
  )
}
