import { Link } from '../router.tsx'
import { cart, cartCount } from '../shop/cart.ts'
import { useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'
import { MarketSwitch } from './market-switch.tsx'
import { SearchBox } from './search-box.tsx'

/** The menu is the theme's own choice; the collections behind it are the shop's. */
const MENU = [
  ['new-in', 'New in'],
  ['living-room', 'Living room'],
  ['kitchen', 'Kitchen'],
  ['bedroom', 'Bedroom'],
  ['apparel', 'Apparel'],
  ['gifts', 'Gifts'],
  ['sale', 'Sale'],
] as const

export function Header() {
  const words = useWords()
  const count = cartCount(cart.use().lines)
  return (
    <header className="header">
      <div className="header-row">
        <Link to="/" className="logo">
          vitrine <span>living</span>
        </Link>
        <SearchBox />
        <div className="header-tools">
          <MarketSwitch />
          <Link to="/cart" className="cart-link" label={`${words.cart}, ${count}`}>
            <Icon name="cart" />
            {count > 0 && <span className="cart-count">{count}</span>}
          </Link>
        </div>
      </div>
      <nav className="menu" aria-label="Collections">
        {MENU.map(([handle, name]) => (
          <Link key={handle} to={`/collections/${handle}`} className={handle === 'sale' ? 'menu-sale' : ''}>
            {name}
          </Link>
        ))}
      </nav>
    </header>
  )
}
