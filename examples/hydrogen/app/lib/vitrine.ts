import { createClient, type Picture } from '@vitrine/client'

const { VITE_VITRINE_URL, VITE_VITRINE_SHOP, VITE_VITRINE_KEY } = import.meta.env

export const baseUrl: string = VITE_VITRINE_URL ?? 'http://127.0.0.1:4000'

export const vitrine = createClient({
  shop: VITE_VITRINE_SHOP ?? 'demo-shop.myshopify.com',
  apiKey: VITE_VITRINE_KEY ?? 'vsk_demo0000000000000000000000000000',
  baseUrl,
  timeoutMs: 5000,
})

/** The visitor's id is in a cookie; undefined on the first page. */
export function visitorId(request: Request): string | undefined {
  return /(?:^|; )vitrine_visitor=([^;]+)/.exec(request.headers.get('Cookie') ?? '')?.[1]
}

/** Vitrine serves the demo shop's pictures, so their URLs are relative to Vitrine. */
export function pictureUrl({ url }: Picture): string | undefined {
  return url === null ? undefined : new URL(url, baseUrl).href
}

export function money(amount: number | null, currency: string): string {
  return amount === null ? '' : new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}
