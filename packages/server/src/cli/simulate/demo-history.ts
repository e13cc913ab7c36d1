import { Readable } from 'node:stream'
import { join } from 'node:path'
import type { HistoryAnswer } from '@vitrine/contract'
import { createCatalog, demoConfig, plantTruth, type SentEvent, simulateHistory } from '@vitrine/demo'
import { newId } from '../../new-id.ts'
import { DEMO_ORIGIN, DEMO_SEED, DEMO_SHOP } from '../../features/shops/demo-identity.ts'
import { Refusal } from '../../features/errors.ts'
import { ingestHistory } from '../../features/ingest/ingest-history.ts'
import { userAgentReader } from '../../features/ingest/user-agents.ts'
import { DATA_FILES, lockDataFolder } from '../../ports/data-folder/data-folder.ts'
import { sqliteEventLog } from '../../ports/event-log/sqlite.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'

export interface HistoryPlan {
  /** Other shoppers and visits for another seed; the demo shop itself, its pairs and trends stay. */
  seed: string
  days: number
  visits: number
  nowMs: number
}

export type HistoryWritten = Pick<HistoryAnswer, 'accepted' | 'duplicates'>

/** Into a data folder that no server has open. What follows from the events is worked out when the server starts. */
export async function writeHistory(folder: string, plan: HistoryPlan): Promise<HistoryWritten> {
  const lock = lockDataFolder(folder)
  const records = sqliteRecordStore({ path: join(folder, DATA_FILES.records) })
  const log = sqliteEventLog(join(folder, DATA_FILES.events))
  try {
    if (!(await records.getShop(DEMO_SHOP)))
      throw new Refusal(404, `there is no demo shop in ${folder}: start the server once to make it`)
    const deps = { log, newId, readUserAgent: userAgentReader(), onAppended: () => {} }
    return await ingestHistory(deps, DEMO_SHOP, { envelopes: historyOf(plan), nowMs: plan.nowMs })
  } finally {
    await log.close()
    await records.close()
    lock.release()
  }
}

/** To a running server, over its admin API. */
export async function sendHistory(
  server: { url: string; adminKey: string },
  plan: HistoryPlan,
): Promise<HistoryWritten> {
  const url = `${server.url.replace(/\/+$/, '')}/api/admin/v1/shops/${DEMO_SHOP}/events/bulk`
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/x-ndjson' },
    body: Readable.from(toLines(historyOf(plan))),
    duplex: 'half',
  } as unknown as RequestInit)
  const text = await response.text()
  if (!response.ok) throw new Refusal(400, `${server.url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as HistoryAnswer
}

function historyOf({ seed, days, visits, nowMs }: HistoryPlan): Generator<SentEvent> {
  const catalog = createCatalog(DEMO_SEED, nowMs)
  const collections = demoConfig(catalog, nowMs).collections
  const truth = plantTruth(DEMO_SEED, catalog)
  return simulateHistory({ seed, catalog, truth, endMs: nowMs, days, visits, origin: DEMO_ORIGIN, collections })
}

function* toLines(events: Iterable<SentEvent>): Generator<string> {
  for (const event of events) yield `${JSON.stringify(event)}\n`
}
