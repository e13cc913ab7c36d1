import type { Product, Variant } from '@vitrine/client'
import { useTracker } from '@vitrine/client/react'
import { CartForm } from '@shopify/hydrogen'

type Props = { product: Product; variant: Variant | undefined; onAdd?: () => void }

/** Adds to Shopify's cart by the variant id, which Vitrine has from Shopify. */
export function AddToCart({ product, variant, onAdd }: Props) {
  const tracker = useTracker()
  const merchandiseId = `gid://shopify/ProductVariant/${variant?.variantId}`

  function report(): void {
    const { productId: id, title, displayCurrency } = product
    const price = { amount: variant?.displayPrice ?? product.displayPrice ?? 0, currencyCode: displayCurrency }
    const merchandise = { id: variant?.variantId, price, product: { id, title } }
    void tracker.standard('product_added_to_cart', { cartLine: { merchandise, quantity: 1 } })
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
