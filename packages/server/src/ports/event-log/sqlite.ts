import { giving, runOffThread } from '../sqlite/off-thread.ts'
import type { EventLog } from './event-log.ts'
import { packEntries, unpackMasks } from './packed-entries.ts'
import type { SqliteEventTables } from './sqlite-event-tables.ts'

/** The log in one SQLite file, written by a thread of its own: an fsync takes milliseconds, and searches must not wait for it. */
export function sqliteEventLog(path: string): EventLog {
  const thread = runOffThread<SqliteEventTables>(new URL('./sqlite-thread.ts', import.meta.url), path)
  const appendAll: EventLog['appendAll'] = async (entries) => {
    const packed = packEntries(entries)
    const bytes = packed.chunks.flatMap(({ heads, bodies, sents }) => [heads.buffer, bodies.buffer, sents.buffer])
    return unpackMasks(packed, await thread.appendPacked(giving(packed.chunks, bytes)))
  }
  return {
    append: (shop, events) => appendAll(events.map((event) => ({ shop, event }))),
    appendAll,
    read: (...args) => thread.read(...args),
    readBodies: (...args) => thread.readBodies(...args),
    lastOffset: (...args) => thread.lastOffset(...args),
    readSubjects: (...args) => thread.readSubjects(...args),
    erase: (...args) => thread.erase(...args),
    listShops: () => thread.listShops(),
    drop: (...args) => thread.drop(...args),
    close: () => thread.close(),
  }
}
