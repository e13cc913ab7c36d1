import { Link } from '../router.tsx'
import { type ListState, withQuery, writeListState } from '../shop/list-state.ts'
import { useWords } from '../shop/words.ts'

interface NoResultsProps {
  state: ListState
  didYouMean: string | null
  onChange: (state: ListState) => void
}

/** A dead end with doors: loosen the filters, take the correction, or start somewhere known. */
export function NoResults({ state, didYouMean, onChange }: NoResultsProps) {
  const words = useWords()
  const filtered = Object.keys(state.selections).length > 0
  return (
    <div className="no-results">
      <h2>{state.query === '' ? words.nothingFits : `${words.nothing} “${state.query}”`}</h2>
      {didYouMean && (
        <p>
          {words.didYouMean} <Link to={`/search${writeListState(withQuery(state, didYouMean))}`}>“{didYouMean}”</Link>?
        </p>
      )}
      {filtered && (
        <button type="button" className="button" onClick={() => onChange({ ...state, selections: {}, page: 1 })}>
          {words.clearAll}
        </button>
      )}
      <p className="muted">
        Try fewer or plainer words, or look through <Link to="/collections/new-in">what is new</Link> and{' '}
        <Link to="/collections/sale">the sale</Link>.
      </p>
    </div>
  )
}
