import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'

export interface StoreMeter {
  cpuMicros(): number
  /** Statements so far, including BEGIN and COMMIT. */
  sent(): Promise<number>
  connectionsPerNode(): Promise<number[]>
  close(): Promise<void>
}

/** PostgreSQL must be started with these settings. */
export const STORE_SETTINGS = { shared_preload_libraries: 'pg_stat_statements', max_connections: '300' }

export async function meterStore({ url, folder }: TestServer): Promise<StoreMeter> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE EXTENSION pg_stat_statements')
  return {
    cpuMicros: () => processTreeCpuMicros(postmaster(folder)),
    async sent() {
      const { rows } = await client.query('SELECT sum(calls)::float8 AS sent FROM pg_stat_statements')
      return rows[0].sent
    },
    async connectionsPerNode() {
      // A connection has its node's name, with another word for locks, notices and deriving.
      const { rows } = await client.query(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'vitrine %'
         GROUP BY regexp_replace(application_name, ' (listens|locks|derives)$', '')`,
      )
      return rows.map((row) => row.count as number)
    },
    close: () => client.end(),
  }
}

function postmaster(folder: string): number {
  return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Sums the CPU time of a process and its children, also of those that have ended. Ticks are hundredths of a second. */
function processTreeCpuMicros(root: number): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid)
    if (fields === undefined || (Number(pid) !== root && Number(fields[1]) !== root)) continue
    const ended = Number(pid) === root ? [13, 14] : []
    for (const at of [11, 12, ...ended]) ticks += Number(fields[at])
  }
  return ticks * 10_000
}

/** Returns the fields after the name, which may contain spaces. */
function statOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}
