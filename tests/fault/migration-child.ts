/** Opens an event log, which brings it up to date, and says when it has. */
import { SqliteEventTables } from '../../packages/server/src/ports/event-log/sqlite-event-tables.ts'

process.stdout.write('opening\n')
new SqliteEventTables(process.argv[2] as string).close()
process.stdout.write('done\n')
