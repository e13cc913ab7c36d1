import { useEffect } from 'react'
import { CartLines } from '../components/cart-lines.tsx'
import { Sections } from '../components/sections.tsx'
import { Link } from '../router.ts'
import { tracker } from '../shop/api.ts'
import { cart, cartTotal } from '../shop/cart.ts'
import { formatMoney } from '../shop/market.ts'
import { cartLineData } from '../shop/pixel-data.ts'
import { useTitle } from '../shop/use-title.ts'
import { useWords } from '../shop/words.ts'

export function CartPage() {
  const words = useWords()
  useTitle(words.cart)
  const { lines } = cart.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cart is viewed once, however it changes meanwhile
  useEffect(() => {
    void tracker.standard('cart_viewed', { cart: { lines: lines.map(cartLineData) } }, { pageType: 'cart' })
  }, [])
  return (
    <div className="page">
      <h1>{words.cart}</h1>
      {lines.length === 0 ? (
        <p className="muted">{words.emptyCart}</p>
      ) : (
        <div className="cart">
          <CartLines lines={lines} />
          <div className="cart-sum">
            <p>
              <span>{words.subtotal}</span> <b>{formatMoney(cartTotal(lines), lines[0]?.currency)}</b>
            </p>
            <Link to="/checkout" className="button button-wide">
              {words.checkout}
            </Link>
          </div>
        </div>
      )}
      <Sections request={{ pageType: 'cart' }} />
    </div>
  )
}
