import { target, shopName } from '../shop/target.ts'
import { loadWords, useWords, collectionTitle } from '../shop/words.ts'
import { MARKETS, marketOf, shopperMarket, searchContext } from '../shop/market.ts'
import { Link } from '../router.ts'
import { cart, cartCount } from '../shop/cart.ts'
import { toggleTheme } from '../shop/theme.ts'
import { Icon } from './icons.tsx'
import { SearchBox } from './search-box.tsx'
import { useSearch } from '@vitrine/client/react'
import { useFilters } from '../shop/filters.ts'

export function Header() {
  const words = useWords()
  const count = cartCount(cart.use().lines)
  return (
    <header className="header">
      <div className="header-row">
        <Link to="/" className="logo">
          {target.isDemo ? (
            <>
              vitrine <span>living</span>
            </>
          ) : (
            shopName()
          )}
        </Link>
        <SearchBox />
        <div className="header-tools">
          <MarketSwitch />
          <button
            type="button"
            className="icon-button"
            aria-label={words.theme}
            title={words.theme}
            onClick={toggleTheme}
          >
            <Icon name="theme" />
          </button>
          <Link to="/cart" className="cart-link" aria-label={`${words.cart}, ${count}`}>
            <Icon name="cart" />
            {count > 0 && <span className="cart-count">{count}</span>}
          </Link>
        </div>
      </div>
      <Menu />
    </header>
  )
}

/** Each entry is a market with one of its languages, so that shoppers cannot choose an invalid pair. */
function MarketSwitch() {
  const words = useWords()
  const { handle, locale } = shopperMarket.use()
  const choose = async (value: string) => {
    const [nextHandle = 'us', nextLocale = 'en'] = value.split(' ')
    await loadWords(nextLocale)
    shopperMarket.set({ handle: nextHandle, locale: nextLocale })
  }
  if (!target.isDemo) return null
  return (
    <label className="market">
      <span className="sr-only">{words.market}</span>
      <select value={`${handle} ${locale}`} onChange={(event) => void choose(event.target.value)}>
        {MARKETS.flatMap((market) =>
          market.locales.map((language) => (
            <option key={market.handle + language} value={`${market.handle} ${language}`}>
              {market.handle.toUpperCase()} · {marketOf(market.handle).currency} · {language.toUpperCase()}
            </option>
          )),
        )}
      </select>
    </label>
  )
}

const MENU = ['new-in', 'living-room', 'kitchen', 'bedroom', 'apparel', 'gifts', 'sale']

function Menu() {
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

/** Menu for shops other than the demo: product types or, without a filter for them, vendors. */
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
