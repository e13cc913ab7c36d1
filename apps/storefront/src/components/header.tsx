import { target, shopName } from '../shop/target.ts'
import { loadWords, useWords } from '../shop/words.ts'
import { MARKETS, marketOf, shopperMarket } from '../shop/market.ts'
import { Link } from '../router.ts'
import { cart, cartCount } from '../shop/cart.ts'
import { toggleTheme } from '../shop/theme.ts'
import { Icon } from './icons.tsx'
import { Menu } from './menu.tsx'
import { SearchBox } from './search-box.tsx'

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

/** One list of markets with their languages, so that only valid pairs can be chosen. */
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
