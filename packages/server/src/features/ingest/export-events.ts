import type { EventLog } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

const PAGE = 500

/** The log as NDJSON, a page at a time: a long log is never held in memory whole. Events that arrive meanwhile are part of it. */
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
    // The stored body is an object in JSON: the offset goes in front of its first field.
    yield page.map((event) => `{"offset":${event.offset},${event.body.slice(1)}\n`).join('')
    offset = last.offset
    left -= page.length
  }
}
