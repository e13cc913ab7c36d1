/** Checks the shared store, without changing anything in the database. */
import { STORE_SCHEMA } from '../compose/store-postgres.ts'
import { nodeStandings } from '../ports/derived-store/postgres-nodes.ts'
import { PostgresDatabase, readStoreUrl } from '../ports/postgres/database.ts'
import { placeOf, startSentence } from '../ports/postgres/store-unusable.ts'
import { type AsideCount, bad, type Finding, good, setAsideFindings, warn } from './finding.ts'

export async function checkStore(url: string): Promise<Finding[]> {
  const { schema } = readStoreUrl(url)
  const place = placeOf(url, schema)
  const db = new PostgresDatabase({ url, connections: 1, retryWithinMs: 0 })
  try {
    const [server] = await db.rows<{ version: string; standby: boolean; size: number; most: number; used: number }>(
      `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
         pg_database_size(current_database()) AS size, current_setting('max_connections')::bigint AS most,
         (SELECT count(*) FROM pg_stat_activity WHERE datname IS NOT NULL) AS used`,
    )
    if (!server) return []
    const where = `PostgreSQL ${server.version} at ${place.host}:${place.port}, database ${place.database}, schema ${schema}`
    const size = `${(server.size / 1024 ** 2).toFixed(0)} MiB, ${server.used} of ${server.most} connections in use`
    return [
      good(`${where}: ${size}`),
      ...(server.standby ? [STANDBY] : []),
      ...(await checkTables(db)),
      ...(await checkLag(db)),
      ...(await checkAside(db)),
      ...(await checkErasures(db)),
    ]
  } catch (error) {
    const text = startSentence(error, place) ?? `VITRINE_STORE cannot be used: ${(error as Error).message}`
    return [bad(text, 'without it the server does not start')]
  } finally {
    await db.close()
  }
}

const STANDBY: Finding = bad(
  'this PostgreSQL is a read-only standby',
  'set VITRINE_STORE to the primary, or to an address that leads to it',
)

async function hasTable(db: PostgresDatabase, name: string): Promise<boolean> {
  const [row] = await db.rows<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    `${db.schema}.${name}`,
  ])
  return row?.found ?? false
}

async function checkTables(db: PostgresDatabase): Promise<Finding[]> {
  if (!(await hasTable(db, 'migrations'))) return [good('tables will be created at the first start')]
  const rows = await db.rows<{ part: string; version: number; least: number }>(
    'SELECT part, max(step) AS version, max(least_reader) AS least FROM migrations GROUP BY part',
  )
  const known = new Map(STORE_SCHEMA.map(({ part, steps }) => [part, steps.length]))
  const tooNew = rows.filter(({ part, least }) => least > (known.get(part) ?? 0))
  if (tooNew.length === 0) return [good('the tables have a version that this Vitrine supports')]
  return tooNew.map(({ part }) =>
    bad(`a newer Vitrine changed the ${part} tables in a way this one cannot work with`, 'run the newer Vitrine'),
  )
}

async function checkAside(db: PostgresDatabase): Promise<Finding[]> {
  if (!(await hasTable(db, 'set_aside'))) return []
  const counts = await db.rows<AsideCount>(
    `SELECT s.name AS shop, a.kind, count(*) AS count, max(a.cause) AS cause FROM set_aside AS a
     JOIN derived_shops AS s ON s.no = a.shop GROUP BY s.name, a.kind ORDER BY s.name, a.kind`,
  )
  return setAsideFindings(counts)
}

async function checkErasures(db: PostgresDatabase): Promise<Finding[]> {
  if (!(await hasTable(db, 'node_notices'))) return []
  const standings = await nodeStandings(db)
  return standings.map(({ node, waiting, seenSecondsAgo }): Finding => {
    const text = `${node}: last seen ${seenSecondsAgo} s ago, ${waiting} erasures not confirmed`
    if (waiting === 0 || seenSecondsAgo < SILENT_SECONDS) return good(text)
    return warn(text, 'stop it, or reconnect it to the store: until then it may still hold data of erased shoppers')
  })
}

const SILENT_SECONDS = 60

/** A few thousand events may be waiting to be derived. More than this means that no node derives them. */
const MANY_EVENTS = 10_000

async function checkLag(db: PostgresDatabase): Promise<Finding[]> {
  if (!(await hasTable(db, 'log_shops'))) return []
  const [row] = await db.rows<{ shops: number; events: number; underived: number }>(
    `SELECT count(*) AS shops, coalesce(sum(l.last_offset), 0) AS events,
       coalesce(sum(l.last_offset - coalesce(d.reached, 0)), 0) AS underived
     FROM log_shops AS l LEFT JOIN derived_shops AS d ON d.name = l.name`,
  )
  const { shops = 0, events = 0, underived = 0 } = row ?? {}
  const text = `${events} events of ${shops} shops, ${underived} not derived yet`
  if (underived < MANY_EVENTS) return [good(text)]
  return [warn(text, 'is a node with VITRINE_ROLE all or worker running?')]
}
