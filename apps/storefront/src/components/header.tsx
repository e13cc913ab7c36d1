import { Link } from '../router.tsx'
import { cart, cartCount } from '../shop/cart.ts'
import { shopName, target } from '../shop/target.ts'
import { toggleTheme } from '../shop/theme.ts'
import { useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'
import { MarketSwitch } from './market-switch.tsx'
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
          <Link to="/cart" className="cart-link" label={`${words.cart}, ${count}`}>
            <Icon name="cart" />
            {count > 0 && <span className="cart-count">{count}</span>}
          </Link>
        </div>
      </div>
      <Menu />
    </header>
  )
}
