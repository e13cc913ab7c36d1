/** Events of a busy shop as request bytes; each body has its own UUID written into its place, so making one costs next to nothing. */
import { sampleEnvelope } from '../../tests/conformance/event-samples.ts'

export const BENCH_SHOP = 'bench.myshopify.com'
const UUID_PLACE = '00000000-0000-4000-8000-000000000000'
/** What a shop sends, in about these shares. */
const NAMES = [
  'page_viewed',
  'product_viewed',
  'product_viewed',
  'svc:search_result_rendered',
  'svc:search_result_clicked',
  'svc:section:view',
  'product_added_to_cart',
  'collection_viewed',
]
const VISITORS = 5000

export type NextRequest = () => Buffer

export function requestMaker(key: string, host: string): NextRequest {
  const nowMs = Date.now()
  const templates = Array.from({ length: VISITORS }, (_, i) => {
    const envelope = { visitor_id: `visitor-${i}`, client_id: `client-${i}`, session_id: `session-${i}` }
    const body = JSON.stringify(
      sampleEnvelope(NAMES[i % NAMES.length] as string, nowMs, { envelope, event: { id: UUID_PLACE } }),
    )
    const head = `POST /api/storefront/v1/headless/events HTTP/1.1\r\nhost: ${host}\r\nx-shop: ${BENCH_SHOP}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
    const bytes = Buffer.from(head + body)
    return { bytes, place: bytes.indexOf(UUID_PLACE) }
  })
  // Two numbers make the id unique over runs: one random for this run, one counted.
  const run = Math.floor(Math.random() * 0xffffffff)
  let count = 0
  return () => {
    const { bytes, place } = templates[count % VISITORS] as (typeof templates)[number]
    const request = Buffer.from(bytes)
    request.write(run.toString(16).padStart(8, '0'), place)
    request.write(count.toString(16).padStart(12, '0'), place + 24)
    count++
    return request
  }
}
