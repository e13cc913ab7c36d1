import { Link } from '../router.ts'
import { type ListState, withQuery, writeListState } from '../shop/list-state.ts'
import { target } from '../shop/target.ts'
import { collectionTitle, useWords } from '../shop/words.ts'

interface NoResultsProps {
  state: ListState
  didYouMean: string | null
  onChange: (state: ListState) => void
}

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
        {words.tryFewer}{' '}
        {target.isDemo ? (
          <>
            <Link to="/collections/new-in">{collectionTitle(words, 'new-in')}</Link>,{' '}
            <Link to="/collections/sale">{collectionTitle(words, 'sale')}</Link>
          </>
        ) : (
          <Link to="/search">{words.everything}</Link>
        )}
      </p>
    </div>
  )
}
