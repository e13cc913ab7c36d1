import { createClient, type Picture } from '@vitrine/client'

const baseUrl = process.env.NEXT_PUBLIC_VITRINE_URL ?? 'http://127.0.0.1:4000'

export const vitrine = createClient({
  shop: process.env.NEXT_PUBLIC_VITRINE_SHOP ?? 'demo-shop.myshopify.com',
  apiKey: process.env.NEXT_PUBLIC_VITRINE_KEY ?? 'vsk_demo0000000000000000000000000000',
  baseUrl,
  timeoutMs: 5000,
})

/** Vitrine serves the demo shop's pictures, so their URLs are relative to Vitrine. */
export function pictureUrl({ url }: Picture): string | undefined {
  return url === null ? undefined : new URL(url, baseUrl).href
}

export function money(amount: number | null, currency: string): string {
  return amount === null ? '' : new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}
