import { createClient, type Picture } from '@vitrine/client'

const { VITE_VITRINE_URL, VITE_VITRINE_SHOP, VITE_VITRINE_KEY } = import.meta.env

export const baseUrl: string = VITE_VITRINE_URL ?? 'http://127.0.0.1:4000'

export const vitrine = createClient({
  shop: VITE_VITRINE_SHOP ?? 'demo-shop.myshopify.com',
  apiKey: VITE_VITRINE_KEY ?? 'vsk_demo0000000000000000000000000000',
  baseUrl,
  timeoutMs: 5000,
})

/** Returns the id from the browser's cookie, for loaders; undefined on a visitor's first page. */
export function visitorId(request: Request): string | undefined {
  return /(?:^|; )vitrine_visitor=([^;]+)/.exec(request.headers.get('Cookie') ?? '')?.[1]
}

/** The demo shop's pictures are served by Vitrine itself, so their addresses are relative to it. */
export function pictureUrl({ url }: Picture): string | undefined {
  return url === null ? undefined : new URL(url, baseUrl).href
}

export function money(amount: number | null, currency: string): string {
  return amount === null ? '' : new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}
