import { forward } from '@vitrine/worker-rpc'
import { storeWorker } from '../sqlite/store-worker.ts'
import type { EventLog } from './event-log.ts'
import { packEntries, unpackMasks } from './packed-entries.ts'
import type { SqliteEventTables } from './sqlite-event-tables.ts'

/** The log in one SQLite file, written by a thread of its own: an fsync takes milliseconds, and searches must not wait for it. */
export function sqliteEventLog(path: string): EventLog {
  const worker = storeWorker<SqliteEventTables>(new URL('./sqlite-thread.ts', import.meta.url), path)
  const appendAll: EventLog['appendAll'] = async (entries) => {
    const packed = packEntries(entries)
    const buffers = packed.chunks.flatMap(({ heads, bodies, sents }) => [heads.buffer, bodies.buffer, sents.buffer])
    return unpackMasks(packed, await worker.callTransferring(buffers, 'appendPacked', packed.chunks))
  }
  return {
    ...forward(worker, FORWARDED),
    append: (shop, events) => appendAll(events.map((event) => ({ shop, event }))),
    appendAll,
  }
}

const FORWARDED = ['read', 'readBodies', 'lastOffset', 'readSubjects', 'erase', 'listShops', 'drop', 'close'] as const
