/** Past events in bulk: from another system, or a simulation. Same rules as a posted event, except that any age is taken. */
import { type ValidationItem, validateEvent } from '@vitrine/contract'
import type { EventLog, NewEvent } from '../../ports/event-log/event-log.ts'
import { toNewEvent } from '../../ports/event-log/to-new-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { normalizeEvent } from './normalize-event.ts'
import type { UserAgent } from './user-agents.ts'

export interface HistoryDeps {
  log: EventLog
  newId: () => string
  readUserAgent: (userAgent: string) => UserAgent
  onAppended: (shop: ShopId) => void
}

export interface HistoryResult {
  accepted: number
  duplicates: number
  refused: { index: number; error: string | ValidationItem[] }[]
}

const BATCH = 1000
/** Of many refusals the first few tell enough. */
const MAX_REFUSALS = 100

export async function ingestHistory(
  deps: HistoryDeps,
  shop: ShopId,
  given: { envelopes: Iterable<unknown> | AsyncIterable<unknown>; nowMs: number },
): Promise<HistoryResult> {
  const result: HistoryResult = { accepted: 0, duplicates: 0, refused: [] }
  let batch: NewEvent[] = []
  let index = 0
  const store = async () => {
    const isNew = await deps.log.append(shop, batch)
    for (const added of isNew) added ? result.accepted++ : result.duplicates++
    batch = []
    deps.onAppended(shop)
  }
  for await (const envelope of given.envelopes) {
    const validation = validateEvent('legacy', envelope, { nowMs: given.nowMs, anyTime: true })
    if (validation.kind === 'valid') {
      const times = { atMs: validation.atMs, receivedAtMs: given.nowMs }
      batch.push(toNewEvent(normalizeEvent(validation.envelope, { ...deps, ...times })))
    } else if (result.refused.length < MAX_REFUSALS) {
      result.refused.push({ index, error: validation.kind === 'invalid' ? validation.items : validation.message })
    }
    index++
    if (batch.length === BATCH) await store()
  }
  if (batch.length > 0) await store()
  return result
}
