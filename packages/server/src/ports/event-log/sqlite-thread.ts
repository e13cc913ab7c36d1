import { serveThread } from '../sqlite/off-thread.ts'
import { type PackedEntries, unpackEntries } from './packed-entries.ts'
import { SqliteEventTables } from './sqlite-event-tables.ts'

export class ThreadedEventTables extends SqliteEventTables {
  appendPacked(packed: PackedEntries): boolean[] {
    return this.appendAll(unpackEntries(packed))
  }
}

serveThread((path: string) => new ThreadedEventTables(path))
