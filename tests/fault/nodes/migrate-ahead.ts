/** Runs the migrations of the code that `VITRINE_CODE` names, and one more, which adds a column to the products. */
import { join } from 'node:path'

const code = process.env.VITRINE_CODE ?? new URL('../../..', import.meta.url).pathname
const source = (path: string) => join(code, 'packages/server/src', path)
const { STORE_SCHEMA }: typeof import('../../../packages/server/src/compose/store-postgres.ts') = await import(
  source('compose/store-postgres.ts')
)
const { openPostgres }: typeof import('../../../packages/server/src/ports/postgres/open-postgres.ts') = await import(
  source('ports/postgres/open-postgres.ts')
)
const [records, ...others] = STORE_SCHEMA
const step = { sql: 'ALTER TABLE products ADD COLUMN of_the_next_version int' }
const settings = { url: process.env.VITRINE_STORE ?? '', name: 'migration' }
const db = await openPostgres(settings, [{ ...records!, steps: [...records!.steps, step] }, ...others])
await db.close()
