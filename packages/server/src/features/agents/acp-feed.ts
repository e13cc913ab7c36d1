/** Writes the catalog as the `products.jsonl` feed of the Agentic Commerce Protocol, version 2026-04-17. */
import type { Product, Variant } from '../../ports/record-store/product.ts'
import type { RecordStore, Shop } from '../../ports/record-store/record-store.ts'
import { plainText } from '../../ports/search-index/plain-text.ts'
import type { PriceView } from '../platform/price-view.ts'
import { isVisible, shopperView } from '../query/shopper-view.ts'
import { mediaOf, offerOf, platformId, selectionOf } from './ucp-product.ts'

const PAGE = 200

/** Yields the feed page by page, to keep little of it in memory. It lists only products that everybody may see. */
export async function* acpFeed(store: RecordStore, shop: Shop, nowMs: number): AsyncIterable<string> {
  const view = shopperView(shop, {}, null)
  for (let afterId = 0; ; ) {
    const page = await store.scanProducts(shop.id, afterId, PAGE)
    const shown = page.filter((one) => isVisible(one, view, nowMs))
    yield shown.map((product) => `${JSON.stringify(acpProduct(shop, product, view.prices))}\n`).join('')
    if (page.length < PAGE) return
    afterId = page.at(-1)!.id
  }
}

function acpProduct(shop: Shop, product: Product, prices: PriceView): object {
  const url = `https://${shop.id}/products/${encodeURIComponent(product.handle)}`
  const seller = { name: shop.config.shop.name || shop.id }
  const plain = plainText(product.bodyHtml)
  return {
    id: platformId(product),
    title: product.title,
    ...(plain === '' ? {} : { description: { plain } }),
    url,
    media: mediaOf(product),
    variants: product.variants.map((variant) => acpVariant(product, variant, { url, prices, seller })),
  }
}

interface Offer {
  url: string
  prices: PriceView
  seller: { name: string }
}

function acpVariant(product: Product, variant: Variant, { url, prices, seller }: Offer): object {
  const { productType, variants } = product
  return {
    id: platformId(variant),
    title: variants.length > 1 ? `${product.title} - ${variant.title}` : product.title,
    url: `${url}?variant=${encodeURIComponent(platformId(variant))}`,
    ...(variant.barcode ? { barcodes: [{ type: 'GTIN', value: variant.barcode }] } : {}),
    ...offerOf(variant, prices),
    ...(productType === '' ? {} : { categories: [{ value: productType, taxonomy: 'merchant' }] }),
    variant_options: selectionOf(product, variant).map(({ name, label }) => ({ name, value: label })),
    seller,
  }
}
