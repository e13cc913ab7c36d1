import { useEffect, useRef } from 'react'
import { navigate } from '../router.ts'
import { cart, cartDrawer, cartTotal } from '../shop/cart.ts'
import { formatMoney } from '../shop/market.ts'
import { useWords } from '../shop/words.ts'
import { CartLines } from './cart-lines.tsx'
import { Icon } from './icons.tsx'
import { Sections } from './sections.tsx'

export function CartDrawer() {
  return cartDrawer.use() ? <OpenDrawer /> : null
}

function OpenDrawer() {
  const words = useWords()
  const { lines } = cart.use()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => cartDrawer.set(false)
  const go = (path: string) => {
    close()
    navigate(path)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the drawer closes it, as Escape does
    <dialog
      ref={dialog}
      className="cart-drawer"
      aria-label={words.cart}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div>
        <header>
          <h2>{lines.length > 0 ? words.inYourCart : words.emptyCart}</h2>
          <button type="button" className="icon-button" aria-label={words.close} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <CartLines lines={lines.toReversed()} onOpen={close} />
        {lines.length > 0 && <Sections request={{ pageType: 'cart' }} most={1} />}
        <footer>
          <p>
            <span>{words.subtotal}</span> <b>{formatMoney(cartTotal(lines), lines[0]?.currency)}</b>
          </p>
          <button type="button" className="button button-wide" onClick={() => go('/checkout')}>
            {words.checkout}
          </button>
          <button type="button" className="button button-quiet button-wide" onClick={() => go('/cart')}>
            {words.viewCart}
          </button>
          <button type="button" className="link-button" onClick={close}>
            {words.keepShopping}
          </button>
        </footer>
      </div>
    </dialog>
  )
}
