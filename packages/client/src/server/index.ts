/** For a shop's servers, whose signed reports confirm orders. Contains the shop's secret: never use it in a browser. */
import { apiError, NetworkError, VitrineError } from '../errors.ts'

export { ApiError, NetworkError, VitrineError } from '../errors.ts'
export { searchWindow, type Window, type WindowAnswer } from './search-window.ts'

export interface WebhookOptions {
  baseUrl: string
  shop: string
  /** The shop's `webhook_secret`. */
  secret: string
  fetch?: typeof fetch
}

export interface ReportedLine {
  product_id: string | number
  variant_id?: string | number | null
  quantity: number
  /** Price of one piece, in the order's currency. */
  price?: string | number
}

export interface ReportedOrder {
  id: string | number
  created_at?: string
  cancelled_at?: string | null
  currency: string
  total_price?: string | number
  customer?: { id: string | number } | null
  /** `_vitrine_visitor` is the visitor who filled the cart, to whose clicks the order is credited. */
  note_attributes?: { name: string; value: string }[]
  line_items: ReportedLine[]
}

export interface ReportedRefund {
  id: string | number
  order_id: string | number
  created_at?: string
  /** `subtotal`: amount refunded for the line. */
  refund_line_items: { quantity: number; subtotal?: string | number; line_item: ReportedLine }[]
}

export interface Webhooks {
  /** May be repeated: an order counts once. */
  order(order: ReportedOrder): Promise<void>
  cancelOrder(order: ReportedOrder): Promise<void>
  refund(refund: ReportedRefund): Promise<void>
}

export function createWebhooks({ baseUrl, shop, secret, fetch = globalThis.fetch }: WebhookOptions): Webhooks {
  if (!secret) throw new VitrineError('createWebhooks needs secret, the webhook_secret of the shop')
  const url = `${baseUrl.replace(/\/$/, '')}/webhooks/vitrine`
  const send = async (topic: string, payload: object) => {
    const body = JSON.stringify(payload)
    const headers = {
      'content-type': 'application/json',
      'x-vitrine-shop': shop,
      'x-vitrine-topic': topic,
      'x-vitrine-signature': `sha256=${await signatureOf(secret, body)}`,
    }
    const response = await fetch(url, { method: 'POST', headers, body }).catch((cause) => {
      throw new NetworkError(`no answer from ${url}`, { cause })
    })
    const text = await response.text()
    if (!response.ok) throw apiError(response.status, readJson(text), response.headers)
  }
  return {
    order: (order) => send('orders/create', order),
    cancelOrder: (order) => send('orders/cancelled', order),
    refund: (refund) => send('refunds/create', refund),
  }
}

async function signatureOf(secret: string, body: string): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, bytes.encode(body))
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
