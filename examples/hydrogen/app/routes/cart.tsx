import { CartForm, flattenConnection } from '@shopify/hydrogen'
import { useReport } from '@vitrine/client/react'
import { data, useRouteLoaderData } from 'react-router'
import { Sections } from '~/components/sections'
import { visitorId, vitrine } from '~/lib/vitrine'
import type { loader as rootLoader } from '~/root'
import type { Route } from './+types/cart'

export async function loader({ context, request }: Route.LoaderArgs) {
  const lines = flattenConnection((await context.cart.get())?.lines)
  const cartProductIds = lines.map(({ merchandise }) => merchandise.product.id)
  return {
    lines,
    sections: vitrine.sections({ pageType: 'cart', cartProductIds, userId: visitorId(request) }).catch(() => null),
  }
}

export async function action({ context: { cart }, request }: Route.ActionArgs) {
  const { action, inputs } = CartForm.getFormInput(await request.formData())
  if (action === CartForm.ACTIONS.LinesRemove) return cart.removeLines(inputs.lineIds)
  if (action !== CartForm.ACTIONS.LinesAdd) throw new Response('The cart cannot do that.', { status: 400 })
  // Shopify copies the attribute to the order, which Vitrine then attributes to this visitor's clicks.
  const attributes = [{ key: '_vitrine_visitor', value: visitorId(request) ?? '' }]
  const added = cart.getCartId() ? await cart.addLines(inputs.lines) : await cart.create({ ...inputs, attributes })
  return data(added, { headers: added.cart ? cart.setCartId(added.cart.id) : {} })
}

export default function CartPage({ loaderData: { lines, sections } }: Route.ComponentProps) {
  const cart = useRouteLoaderData<typeof rootLoader>('root')?.cart
  // Shopify's cart lines have the format that the event requires.
  useReport('cart', (tracker) => tracker.standard('cart_viewed', { cart: { lines } }))

  return (
    <>
      <h1>Cart</h1>
      {lines.length === 0 && <p>Your cart is empty.</p>}
      <ul>
        {lines.map(({ id, quantity, merchandise, cost }) => (
          <li key={id}>
            {quantity} × {merchandise.product.title}, {cost.totalAmount.amount} {cost.totalAmount.currencyCode}{' '}
            <CartForm route="/cart" action={CartForm.ACTIONS.LinesRemove} inputs={{ lineIds: [id] }}>
              <button type="submit">Remove</button>
            </CartForm>
          </li>
        ))}
      </ul>
      {cart && <a href={cart.checkoutUrl}>Checkout</a>}
      <Sections answer={sections} />
    </>
  )
}
