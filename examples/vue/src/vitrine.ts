/** The client, the tracker, and helpers for showing products. */
import { createClient, type Picture } from '@vitrine/client'
import { pageTracker } from '@vitrine/client/events'

const env = import.meta.env
const baseUrl: string = env.VITE_VITRINE_URL ?? 'http://127.0.0.1:4000'

export const client = createClient({
  shop: env.VITE_VITRINE_SHOP ?? 'demo-shop.myshopify.com',
  apiKey: env.VITE_VITRINE_KEY ?? 'vsk_demo0000000000000000000000000000',
  baseUrl,
})

/** The shop's configuration (`consent_required_in`) decides whether consent is required. Pass `country` if your host knows it. */
export const tracker = pageTracker({ client })

/** The demo shop's pictures are served by Vitrine itself, so their addresses are relative to it. */
export function pictureUrl({ url }: Picture): string | undefined {
  return url === null ? undefined : new URL(url, baseUrl).href
}

export function money(amount: number | null, currency: string): string {
  return amount === null ? '' : new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}
