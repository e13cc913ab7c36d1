/** Migrates an event log and prints a line before and after. */
import { SqliteEventTables } from '../../packages/server/src/ports/event-log/sqlite-event-tables.ts'

process.stdout.write('opening\n')
new SqliteEventTables(process.argv[2] as string).close()
process.stdout.write('done\n')
