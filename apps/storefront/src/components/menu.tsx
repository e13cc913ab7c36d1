import { useSearch } from '@vitrine/client/react'
import { Link } from '../router.ts'
import { useFilters } from '../shop/filters.ts'
import { searchContext } from '../shop/market.ts'
import { target } from '../shop/target.ts'
import { collectionTitle, useWords } from '../shop/words.ts'

/** The theme decides which of the shop's collections are in the menu. */
const MENU = ['new-in', 'living-room', 'kitchen', 'bedroom', 'apparel', 'gifts', 'sale']

export function Menu() {
  const words = useWords()
  return (
    <nav className="menu" aria-label={words.collections}>
      {target.isDemo ? (
        MENU.map((handle) => (
          <Link key={handle} to={`/collections/${handle}`} className={handle === 'sale' ? 'menu-sale' : ''}>
            {collectionTitle(words, handle)}
          </Link>
        ))
      ) : (
        <OwnMenu />
      )}
    </nav>
  )
}

const MAX_ENTRIES = 8

/** Menu of a shop other than the demo: its product types or, if it has no filter for them, its brands. */
function OwnMenu() {
  const { filters } = useFilters('search')
  const by =
    filters?.find(({ attributeType }) => attributeType === 'product_type') ??
    filters?.find(({ attributeType }) => attributeType === 'vendor')
  const { data } = useSearch(
    { query: '', facets: by ? [{ key: by.key }] : [], pagination: { page: 1, limit: 1 }, ...searchContext() },
    { enabled: by !== undefined },
  )
  if (by === undefined) return null
  return (data?.aggregations?.[by.key]?.buckets ?? []).slice(0, MAX_ENTRIES).map(({ value, label }) => (
    <Link key={value} to={`/search?f.${by.key}=${encodeURIComponent(value)}`}>
      {label}
    </Link>
  ))
}
