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
  value: string
  withQuery: boolean
  onChange: (value: string) => void
}

export function SortSelect({ value, withQuery, onChange }: SortProps) {
  const words = useWords()
  return (
    <label className="sort">
      <span>{words.sort}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {ORDERS.map(([order, name]) => (
          <option key={order} value={order}>
            {order === 'relevance' && !withQuery ? 'Featured' : name}
          </option>
        ))}
      </select>
    </label>
  )
}
