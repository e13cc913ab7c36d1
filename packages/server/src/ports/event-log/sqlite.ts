import { runOffThread } from '../sqlite/off-thread.ts'
import type { EventLog } from './event-log.ts'
import { canPack, packEntries } from './packed-entries.ts'
import type { ThreadedEventTables } from './sqlite-thread.ts'

/** The log in one SQLite file, written by a thread of its own: an fsync takes milliseconds, and searches must not wait for it. */
export function sqliteEventLog(path: string): EventLog {
  const thread = runOffThread<ThreadedEventTables>(new URL('./sqlite-thread.ts', import.meta.url), path)
  const appendAll: EventLog['appendAll'] = (entries) =>
    canPack(entries) ? thread.appendPacked(packEntries(entries)) : thread.appendAll(entries)
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
