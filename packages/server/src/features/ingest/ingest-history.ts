/** Stores past events in bulk. Only their age is not limited; otherwise they follow the rules of posted events. */
import { type ValidationItem, validateEvent } from '@vitrine/contract'
import type { EventLog, NewEvent } from '../../ports/event-log/event-log.ts'
import { toNewEvent } from '../../ports/event-log/to-new-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { CustomerProof } from '../identity/customer-verification.ts'
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
  refused: { place: number; error: string | ValidationItem[] }[]
}

/** `place` is the line number or index of the event, for refusals. `fault` says why there is no envelope. */
export type HistoryLine = { place: number; envelope: unknown } | { place: number; fault: string }

const BATCH = 1000
/** Past events need an admin key, so they count as sent by a server. */
const FROM_A_SERVER: CustomerProof = {
  verification: { enabled: true, secret: null, previous_secret: null },
  signature: undefined,
  isServerSide: true,
}
const MAX_REFUSALS = 100

/** The `place` of a refusal is the index of its envelope. */
export function ingestHistory(
  deps: HistoryDeps,
  shop: ShopId,
  { envelopes, nowMs }: { envelopes: Iterable<unknown> | AsyncIterable<unknown>; nowMs: number },
): Promise<HistoryResult> {
  return ingestPlaced(deps, shop, { lines: numbered(envelopes), nowMs })
}

async function* numbered(envelopes: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<HistoryLine> {
  let place = 0
  for await (const envelope of envelopes) yield { place: place++, envelope }
}

export async function ingestPlaced(
  deps: HistoryDeps,
  shop: ShopId,
  given: { lines: AsyncIterable<HistoryLine>; nowMs: number },
): Promise<HistoryResult> {
  const result: HistoryResult = { accepted: 0, duplicates: 0, refused: [] }
  let batch: NewEvent[] = []
  const store = async () => {
    const isNew = await deps.log.append(shop, batch)
    for (const added of isNew) added ? result.accepted++ : result.duplicates++
    batch = []
    deps.onAppended(shop)
  }
  for await (const line of given.lines) {
    const judged = judge(deps, line, given.nowMs)
    if ('event' in judged) batch.push(judged.event)
    else if (result.refused.length < MAX_REFUSALS) result.refused.push({ place: line.place, ...judged })
    if (batch.length === BATCH) await store()
  }
  if (batch.length > 0) await store()
  return result
}

function judge(
  deps: HistoryDeps,
  line: HistoryLine,
  nowMs: number,
): { event: NewEvent } | { error: string | ValidationItem[] } {
  if ('fault' in line) return { error: line.fault }
  const validation = validateEvent('legacy', line.envelope, { nowMs, anyTime: true })
  if (validation.kind === 'nobody') return { error: validation.message }
  if (validation.kind === 'invalid') return { error: validation.items }
  const times = { atMs: validation.atMs, receivedAtMs: nowMs }
  return { event: toNewEvent(normalizeEvent(validation.envelope, { ...deps, ...times, proof: FROM_A_SERVER })) }
}
