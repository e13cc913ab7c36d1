import { createClient } from '@vitrine/client'
import { typeAhead } from '@vitrine/client/type-ahead'

declare const VITRINE_URL: string

const client = createClient({
  shop: 'demo-shop.myshopify.com',
  apiKey: 'vsk_demo0000000000000000000000000000',
  baseUrl: VITRINE_URL,
})
const input = document.querySelector('input') as HTMLInputElement
const chosen = document.querySelector('#chosen') as HTMLElement
const box = typeAhead({
  client,
  input,
  request: { limit: 4 },
  onChoose: ({ kind, href }) => {
    chosen.textContent = `${kind} ${href}`
  },
})
document.querySelector('#destroy')?.addEventListener('click', () => box.destroy())
