import type { Product, Variant } from '@vitrine/client'
import { cartLine } from '@vitrine/client/events'
import { useTracker } from '@vitrine/client/react'
import { CartForm } from '@shopify/hydrogen'

type Props = { product: Product; variant: Variant | undefined; onAdd?: () => void }

export function AddToCart({ product, variant, onAdd }: Props) {
  const tracker = useTracker()
  const merchandiseId = `gid://shopify/ProductVariant/${variant?.variantId}`

  function report(): void {
    if (variant) void tracker.standard('product_added_to_cart', { cartLine: cartLine(product, variant) })
    onAdd?.()
  }

  return (
    <CartForm route="/cart" action={CartForm.ACTIONS.LinesAdd} inputs={{ lines: [{ merchandiseId, quantity: 1 }] }}>
      <button type="submit" disabled={!variant?.isInStock} onClick={report}>
        {variant?.isInStock ? 'Add to cart' : 'Sold out'}
      </button>
    </CartForm>
  )
}
