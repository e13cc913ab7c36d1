import { useSearch } from '@vitrine/client/react'
import { useEffect, useState } from 'react'
import { Chips } from '../components/chips.tsx'
import { Failed } from '../components/failed.tsx'
import { FacetPanel } from '../components/facet-panel.tsx'
import { Icon } from '../components/icons.tsx'
import { NoResults } from '../components/no-results.tsx'
import { CardSkeletons, ProductCard } from '../components/product-card.tsx'
import { QueryNotes } from '../components/query-notes.tsx'
import { Sections } from '../components/sections.tsx'
import { navigate, usePlace } from '../router.ts'
import { visitorId } from '../shop/api.ts'
import { developerView } from '../shop/developer-view.ts'
import { useFilters } from '../shop/filters.ts'
import { type ListState, readListState, writeListState, appliedFilters } from '../shop/list-state.ts'
import { searchContext, shopperMarket } from '../shop/market.ts'
import { asProducts, type ShopProduct } from '../shop/product.ts'
import { useTitle } from '../shop/use-title.ts'
import { useListEvents } from '../shop/use-list-events.ts'
import { collectionTitle, productCount, useWords } from '../shop/words.ts'
import { NotFoundPage } from './not-found-page.tsx'

const PAGE_SIZE = 24

export function ListPage({ collection, query }: { collection?: string; query: URLSearchParams }) {
  const words = useWords()
  const { parts } = usePlace()
  shopperMarket.use()
  const [panelOpen, setPanelOpen] = useState(false)
  const state = readListState(query)
  const title = listTitle(words, state, collection)
  useTitle(title)
  const { filters, data: latest, loading, failed } = useList(state, collection)
  // After a failed search, the previous products would look like its results.
  const data = failed ? null : latest
  const events = useListEvents(state, data, collection)
  const go = (next: ListState, replace = false) =>
    navigate(`/${parts.join('/')}${writeListState(next)}`, { replace, keepScroll: next.page === state.page })

  const products = asProducts(data?.products ?? [])
  const understood = data?.searchMetadata.understood ?? []
  const total = data?.pagination.total
  const isNothing = !loading && !failed && total === 0
  if (isNothing && collection !== undefined && isUnfiltered(state)) return <NotFoundPage />
  return (
    <div className="page list-page">
      <ListHead title={title} total={total} />
      {data && <QueryNotes metadata={data.searchMetadata} total={data.pagination.total} state={state} />}
      <div className="list-tools">
        <button
          type="button"
          className="button button-quiet filter-toggle"
          aria-expanded={panelOpen}
          onClick={() => setPanelOpen(!panelOpen)}
        >
          <Icon name="filter" size={18} /> {words.filters}
        </button>
        <Chips state={state} filters={filters ?? []} understood={understood} onChange={go} />
        {total !== 0 && <SortSelect state={state} onChange={go} />}
      </div>
      <div className="list-columns">
        <FacetPanel
          open={panelOpen}
          filters={filters}
          aggregations={data?.aggregations}
          state={state}
          understood={understood}
          onChange={go}
          total={total}
          onClose={() => setPanelOpen(false)}
        />
        <div>
          {failed && <Failed />}
          {data === null && !failed ? <SkeletonGrid /> : null}
          {data && <Results answer={data} isBusy={loading} state={state} onChange={go} onOpen={events.clicked} />}
        </div>
      </div>
      <Sections
        request={collection === undefined ? { pageType: 'search' } : { pageType: 'collection', collection }}
        shown={data && products.map((product) => product.productId)}
      />
    </div>
  )
}

function ListHead({ title, total }: { title: string; total: number | undefined }) {
  const words = useWords()
  return (
    <header className="list-head">
      <h1>{title}</h1>
      <p className="muted" role="status">
        {total === undefined ? ' ' : productCount(words, total)}
      </p>
    </header>
  )
}

function useList(state: ListState, collection: string | undefined) {
  const { filters, failed } = useFilters(collection === undefined ? 'search' : 'collection')
  const answer = useSearch(
    {
      query: state.query,
      ignore: state.ignore,
      appliedFilters: appliedFilters(state),
      facets: (filters ?? []).map(({ key }) => ({ key })),
      sortBy: state.sortBy as 'relevance',
      pagination: { page: state.page, limit: PAGE_SIZE },
      visitorId,
      explain: developerView.use().isOn,
      options: { limit: 200 },
      ...(collection === undefined ? {} : { collection }),
      ...searchContext(),
    },
    { enabled: filters !== null },
  )
  const redirect = answer.data?.searchMetadata.redirect
  useEffect(() => {
    if (redirect) navigate(redirect, { replace: true, keepScroll: false })
  }, [redirect])
  return { filters, failed: failed || answer.error !== null, ...answer }
}

type SearchAnswer = NonNullable<ReturnType<typeof useList>['data']>

interface ResultsProps {
  answer: SearchAnswer
  isBusy: boolean
  state: ListState
  onChange: (state: ListState) => void
  onOpen: (product: ShopProduct) => void
}

function Results({ answer, isBusy, state, onChange, onOpen }: ResultsProps) {
  const { pagination, searchMetadata } = answer
  if (pagination.total === 0)
    return <NoResults state={state} onChange={onChange} didYouMean={searchMetadata.didYouMean} />
  return (
    <>
      <div className={isBusy ? 'grid grid-busy' : 'grid'}>
        {asProducts(answer.products).map((product) => (
          <ProductCard key={product.productId} product={product} onOpen={() => onOpen(product)} />
        ))}
      </div>
      <Pages page={state.page} total={pagination.totalPages} onChange={(page) => onChange({ ...state, page })} />
    </>
  )
}

function SkeletonGrid() {
  return (
    <div className="grid">
      <CardSkeletons count={12} />
    </div>
  )
}

function isUnfiltered(state: ListState): boolean {
  return state.query === '' && appliedFilters(state).length === 0
}

function listTitle(words: ReturnType<typeof useWords>, state: ListState, collection: string | undefined): string {
  if (collection !== undefined) return collectionTitle(words, collection)
  if (state.query !== '') return `“${state.query}”`
  // Links of the menu select a single value, which is then the title.
  const values = Object.values(state.selections).flat()
  return values.length === 1 && !values[0]!.includes(':') ? values[0]! : words.everything
}

function Pages({ page, total, onChange }: { page: number; total: number; onChange: (page: number) => void }) {
  const words = useWords()
  if (total < 2) return null
  return (
    <nav className="pages" aria-label={words.pages}>
      <button
        type="button"
        className="icon-button"
        aria-label={words.previousPage}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <Icon name="left" />
      </button>
      <span>
        {page} / {total}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={words.nextPage}
        disabled={page >= total}
        onClick={() => onChange(page + 1)}
      >
        <Icon name="right" />
      </button>
    </nav>
  )
}

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

function SortSelect({ state, onChange }: SortProps) {
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
