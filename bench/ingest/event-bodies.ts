/** Creates requests of a busy shop. Ids are written into prepared bytes, so that the client needs little CPU. */
import { sampleEnvelope } from '../../tests/conformance/event-samples.ts'

export const BENCH_SHOP = 'bench.myshopify.com'
const UUID_PLACE = '00000000-0000-4000-8000-000000000000'
const PERSON_PLACE = 'pppppppp'
/** Event names, in about the proportions of a real shop. */
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

interface Template {
  bytes: Buffer
  idPlace: number
  personPlaces: number[]
}

export function requestMaker(key: string, host: string, shop = BENCH_SHOP): NextRequest {
  const nowMs = Date.now()
  const templates = NAMES.map((name) => templateOf(name, nowMs, { key, host, shop }))
  // A random number per run and a counter keep ids unique across runs.
  const run = hex(Math.floor(Math.random() * 0xffffffff), 8)
  const firstPerson = Math.floor(Math.random() * 0x7fffffff)
  let count = 0
  return () => {
    const pass = Math.floor(count / VISITORS)
    const place = count % VISITORS
    const person = firstPerson + Math.floor(pass / NAMES.length) * VISITORS + place
    const { bytes, idPlace, personPlaces } = templates[(place + pass) % NAMES.length] as Template
    const request = Buffer.from(bytes)
    request.write(run, idPlace, 'latin1')
    request.write(hex(count, 12), idPlace + 24, 'latin1')
    const digits = hex(person, 8)
    for (const at of personPlaces) request.write(digits, at, 'latin1')
    count++
    return request
  }
}

function templateOf(name: string, nowMs: number, given: { key: string; host: string; shop: string }): Template {
  const envelope = {
    visitor_id: `visitor-${PERSON_PLACE}`,
    client_id: `client-${PERSON_PLACE}`,
    session_id: `session-${PERSON_PLACE}`,
  }
  const body = JSON.stringify(sampleEnvelope(name, nowMs, { envelope, event: { id: UUID_PLACE } }))
  const head = `POST /api/storefront/v1/headless/events HTTP/1.1\r\nhost: ${given.host}\r\nx-shop: ${given.shop}\r\nauthorization: Bearer ${given.key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
  const bytes = Buffer.from(head + body)
  const personPlaces: number[] = []
  for (let at = bytes.indexOf(PERSON_PLACE); at >= 0; at = bytes.indexOf(PERSON_PLACE, at + 1)) personPlaces.push(at)
  return { bytes, idPlace: bytes.indexOf(UUID_PLACE), personPlaces }
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}
