import type { EventLog, LoggedEvent } from '../../ports/event-log/event-log.ts'
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
    yield page.map((event) => `${exportLine(event)}\n`).join('')
    offset = last.offset
    left -= page.length
  }
}

/** Both stored texts are objects in JSON, and neither is empty: their fields become those of one. */
export function exportLine({ offset, body, sent }: LoggedEvent): string {
  return `{"offset":${offset},${body.slice(1, -1)},${sent.slice(1)}`
}
