import type { Product, Variant } from '../types.ts'

/** Returns the variant that matched the search, otherwise the first that can be bought. */
export function chosenVariant({ variants, matchedVariantId }: Pick<Product, 'variants' | 'matchedVariantId'>) {
  return (
    variants.find(({ variantId }) => variantId === matchedVariantId) ??
    variants.find(({ isInStock }) => isInStock) ??
    variants[0]
  )
}

type Bought = Pick<Product, 'productId' | 'title' | 'displayPrice' | 'displayCurrency'>

export function cartLine(product: Bought, variant: Pick<Variant, 'variantId' | 'displayPrice'>, quantity = 1) {
  const { productId, title, displayPrice, displayCurrency: currencyCode } = product
  const price = { amount: variant.displayPrice ?? displayPrice ?? 0, currencyCode }
  return { quantity, merchandise: { id: variant.variantId, price, product: { id: productId, title } } }
}

export type CartLine = ReturnType<typeof cartLine>
