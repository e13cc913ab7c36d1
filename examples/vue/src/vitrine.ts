/** The client, the tracker, and helpers for products. */
import { createClient, type Picture, type Product, type Variant } from '@vitrine/client'
import { createTracker } from '@vitrine/client/events'

const env = import.meta.env
const baseUrl: string = env.VITE_VITRINE_URL ?? 'http://127.0.0.1:4000'

export const client = createClient({
  shop: env.VITE_VITRINE_SHOP ?? 'demo-shop.myshopify.com',
  apiKey: env.VITE_VITRINE_KEY ?? 'vsk_demo0000000000000000000000000000',
  baseUrl,
})

/** The shop's configuration (`consent_required_in`) decides whether consent is required. Pass `country` if your host knows it. */
const consentRequired = client.init({}).then(({ config }) => config.consentRequired)
export const tracker = createTracker({ client, channel: 'headless', consentRequired })

/** The demo shop's pictures are served by Vitrine itself, so their addresses are relative to it. */
export function pictureUrl({ url }: Picture): string | undefined {
  return url === null ? undefined : new URL(url, baseUrl).href
}

export function money(amount: number | null, currency: string): string {
  return amount === null ? '' : new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}

/** The variant that matched the search, or else the first that can be bought. */
export function chosenVariant({ variants, matchedVariantId }: Product): Variant | undefined {
  const matched = variants.find(({ variantId }) => variantId === matchedVariantId)
  return matched ?? variants.find(({ isInStock }) => isInStock) ?? variants[0]
}
