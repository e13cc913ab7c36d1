'use client'

import { useReport, useSections } from '@vitrine/client/react'
import { SectionList } from '@/components/section-list'
import { storedLines, useCart } from '@/lib/cart'
import { money } from '@/lib/vitrine'

export default function CartPage() {
  const { lines, remove } = useCart()
  const total = lines.reduce((sum, { merchandise, quantity }) => sum + merchandise.price.amount * quantity, 0)
  const cartProductIds = lines.map(({ merchandise }) => merchandise.product.id)
  const { data } = useSections({ pageType: 'cart', cartProductIds }, { enabled: lines.length > 0 })

  // The server does not know the cart, so the first `lines` are always empty.
  useReport('cart', (tracker) => tracker.standard('cart_viewed', { cart: { lines: storedLines() } }))

  return (
    <>
      <h1>Cart</h1>
      {lines.length === 0 && <p>Your cart is empty.</p>}
      <ul>
        {lines.map((line) => (
          <li key={line.merchandise.id}>
            {line.quantity} × {line.merchandise.product.title}{' '}
            <button type="button" onClick={() => remove(line)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      {lines[0] && <p className="price">{money(total, lines[0].merchandise.price.currencyCode)}</p>}
      {data && <SectionList answer={data} />}
    </>
  )
}
