import { createClient, type Picture } from '@vitrine/client'
import { pageTracker } from '@vitrine/client/events'

const env = import.meta.env
const baseUrl: string = env.VITE_VITRINE_URL ?? 'http://127.0.0.1:4000'

export const client = createClient({
  shop: env.VITE_VITRINE_SHOP ?? 'demo-shop.myshopify.com',
  apiKey: env.VITE_VITRINE_KEY ?? 'vsk_demo0000000000000000000000000000',
  baseUrl,
})

/** Asks for consent where the shop's configuration requires it. Pass `country` if your host knows it. */
export const tracker = pageTracker({ client })

/** Vitrine serves the demo shop's pictures, so their URLs are relative to Vitrine. */
export function pictureUrl({ url }: Picture): string | undefined {
  return url === null ? undefined : new URL(url, baseUrl).href
}

export function money(amount: number | null, currency: string): string {
  return amount === null ? '' : new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}
