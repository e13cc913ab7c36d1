import { Command } from 'commander'
import { Refusal } from '../../features/errors.ts'
import { type OutputOptions, print, withJson } from '../output.ts'

interface MigrateOptions extends OutputOptions {
  store?: string
  grant?: string
}

/** Migrates in a separate command, so that the nodes' database user needs no right to alter tables. */
export function migrateCommand(): Command {
  return withJson(new Command('migrate'))
    .description('upgrade the PostgreSQL tables to this version, while nodes of the previous version keep working')
    .option('--store <url>', 'postgres://… of a user that may alter tables (default: VITRINE_STORE)')
    .option(
      '--grant <user>',
      'the user that the nodes connect as; it is allowed to read and write rows, but not to alter tables',
    )
    .action(migrate)
}

async function migrate({ store, grant, json }: MigrateOptions): Promise<void> {
  const url = store ?? process.env.VITRINE_STORE
  if (!url) throw new Refusal(400, 'give a postgres:// address with --store or VITRINE_STORE')
  const [{ openPostgres }, { grantUse }, { STORE_SCHEMA }] = await Promise.all([
    import('../../ports/postgres/open-postgres.ts'),
    import('../../ports/postgres/migrate.ts'),
    import('../../compose/store-postgres.ts'),
  ])
  const db = await openPostgres({ url, connections: 1 }, STORE_SCHEMA)
  if (grant !== undefined) await grantUse(db, grant)
  await db.close()
  const steps = STORE_SCHEMA.map(({ part, steps: { length } }) => ({ part, step: length }))
  print({ json }, { parts: steps }, 'The tables are up to date with this version.')
}
