import type { ListState } from '../shop/list-state.ts'
import { useWords } from '../shop/words.ts'

const ORDERS = [
  ['relevance', 'relevance'],
  ['best_selling', 'bestSelling'],
  ['newest', 'newest'],
  ['price_asc', 'priceUp'],
  ['price_desc', 'priceDown'],
  ['discount_desc', 'biggestDiscount'],
  ['title_asc', 'nameUp'],
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
            {words[order === 'relevance' && state.query === '' ? 'featured' : name]}
          </option>
        ))}
      </select>
    </label>
  )
}
