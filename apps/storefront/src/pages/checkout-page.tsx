/** Real shops use their platform's checkout. This one demonstrates the attribution of orders. */
import { type FormEvent, useEffect, useRef } from 'react'
import { OrderLines } from '../components/order-lines.tsx'
import { Sections } from '../components/sections.tsx'
import { navigate } from '../router.ts'
import { tracker } from '../shop/api.ts'
import { type CartLine, cart, cartTotal, clearCart } from '../shop/cart.ts'
import { formatMoney } from '../shop/market.ts'
import { lastOrder } from '../shop/order.ts'
import { checkoutData } from '../shop/pixel-data.ts'
import { useTitle } from '../shop/use-title.ts'
import { useWords } from '../shop/words.ts'

const FIELDS = [
  ['email', 'email', 'email'],
  ['name', 'text', 'name'],
  ['street', 'text', 'street-address'],
  ['zip', 'text', 'postal-code'],
  ['city', 'text', 'address-level2'],
] as const

export function CheckoutPage() {
  const words = useWords()
  useTitle(words.checkout)
  const { lines } = cart.use()
  const token = useRef(crypto.randomUUID?.() ?? String(Date.now()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a checkout starts once
  useEffect(() => {
    if (lines.length > 0)
      void tracker.standard('checkout_started', checkoutData(lines, token.current), { pageType: 'checkout' })
  }, [])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    placeOrder(lines, token.current)
  }
  if (lines.length === 0) return <p className="page muted">{words.emptyCart}</p>
  return (
    <div className="page">
      <h1>{words.checkout}</h1>
      <div className="cart">
        <form className="checkout" onSubmit={submit}>
          <p className="muted">{words.checkoutNote}</p>
          {FIELDS.map(([name, type, autoComplete]) => (
            <label key={name}>
              {words[name]}
              <input name={name} type={type} autoComplete={autoComplete} required />
            </label>
          ))}
          <button type="submit" className="button button-wide">
            {words.placeOrder} · {formatMoney(cartTotal(lines), lines[0]?.currency)}
          </button>
        </form>
        <OrderLines lines={lines} />
      </div>
      <Sections request={{ pageType: 'checkout' }} />
    </div>
  )
}

function placeOrder(lines: CartLine[], token: string): void {
  const number = String(Date.now()).slice(-9)
  const details = { pageType: 'checkout' }
  const data = checkoutData(lines, token)
  void tracker.standard('checkout_contact_info_submitted', data, details)
  void tracker.standard('checkout_address_info_submitted', data, details)
  void tracker.standard('payment_info_submitted', data, details)
  void tracker.standard('checkout_completed', checkoutData(lines, token, number), details)
  lastOrder.set({ number, lines })
  clearCart()
  navigate(`/order/${number}`)
}
