import type { EventLog, LoggedEvent } from '../../ports/event-log/event-log.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

const PAGE = 500

/** Reads page by page to save memory. Includes events that arrive meanwhile. */
export async function* exportEvents(
  log: EventLog,
  shop: ShopId,
  range: { after: number; limit: number },
): AsyncIterable<string> {
  let offset = range.after
  let left = range.limit
  while (left > 0) {
    const page = await log.read(shop, offset, Math.min(PAGE, left))
    const last = page.at(-1)
    if (last === undefined) return
    yield page.map((event) => `${exportLine(event)}\n`).join('')
    offset = last.offset
    left -= page.length
  }
}

function exportLine(event: LoggedEvent): string {
  return JSON.stringify(exportedEvent(event))
}

/** Returns an event as in the API: snake_case names, ISO 8601 times, and `data` and `cart` as sent. */
export function exportedEvent({ offset, body, sent }: LoggedEvent): Record<string, unknown> {
  const { atMs, receivedAtMs, ...event } = JSON.parse(body) as ShopEvent
  const times = { timestamp: isoTime(atMs), received_at: isoTime(receivedAtMs) }
  return { offset, ...times, ...(inSnakeCase(event) as object), ...JSON.parse(sent) }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snakeName(name), inSnakeCase(inner)]))
}

function snakeName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
