import { afterAll, beforeAll } from 'vitest'
import type { PostgresDatabase } from '../database.ts'
import type { SchemaPart } from '../migrate.ts'
import { openPostgres } from '../open-postgres.ts'
import { testDatabase } from './shared-server.ts'

/** Must be called at the top of a test file. Returns a function that opens nodes over an emptied or given schema. */
export function storeNodes<Node>(part: SchemaPart, open: (db: PostgresDatabase) => Node) {
  let url: string
  const databases: PostgresDatabase[] = []
  beforeAll(async () => {
    url = await testDatabase()
  })
  afterAll(async () => {
    for (const db of databases) await db.close()
  })
  return async (count: number, schema?: string): Promise<[Node, ...Node[]]> => {
    const settings = { url: `${url}?schema=${schema ?? 'shared'}`, connections: 3 }
    const opened = await Promise.all(Array.from({ length: count }, () => openPostgres(settings, [part])))
    databases.push(...opened)
    if (schema === undefined) await empty(opened[0] as PostgresDatabase)
    return opened.map(open) as [Node, ...Node[]]
  }
}

async function empty(db: PostgresDatabase): Promise<void> {
  const tables = await db.rows<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename NOT IN ('migrations', 'store')",
    [db.schema],
  )
  await db.rows(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`)
}
