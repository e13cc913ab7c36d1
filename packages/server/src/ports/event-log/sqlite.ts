import { forward } from '@vitrine/worker-rpc'
import { storeWorker } from '../sqlite/store-worker.ts'
import type { EventLog, LogEntry } from './event-log.ts'
import { packEntries, unpackMasks } from './packed-entries.ts'
import type { EventOrigin, SqliteEventTables } from './sqlite-event-tables.ts'

/** Written in its own thread, because searches must not wait for an fsync. */
export function sqliteEventLog(path: string): EventLog {
  const worker = storeWorker<SqliteEventTables>(new URL('./sqlite-thread.ts', import.meta.url), path)
  const append = async (entries: readonly LogEntry[], origin: EventOrigin) => {
    const packed = packEntries(entries)
    const buffers = packed.chunks.flatMap(({ heads, bodies, sents }) => [heads.buffer, bodies.buffer, sents.buffer])
    return unpackMasks(packed, await worker.callTransferring(buffers, 'appendPacked', packed.chunks, origin))
  }
  return {
    ...forward(worker, FORWARDED),
    append: (shop, events) =>
      append(
        events.map((event) => ({ shop, event })),
        'imported',
      ),
    appendAll: (entries) => append(entries, 'posted'),
  }
}

const FORWARDED = [
  'read',
  'readBodies',
  'lastOffset',
  'readSubjects',
  'intakeOn',
  'erase',
  'rewriteErased',
  'listShops',
  'drop',
  'close',
] as const
