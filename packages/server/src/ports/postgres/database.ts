/**
 * Connections to one PostgreSQL, and what every statement needs: a pool, time limits, and another try when the server was away.
 *
 * Always holds: a transaction that failed before its COMMIT was sent is run again as a whole, one that failed at COMMIT never is,
 * because nobody knows whether it counts. `work` must therefore be safe to run twice up to its end.
 */
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CommitUnknown, isAway, storeFault } from './store-unusable.ts'

/** One connection's statements: of the pool, or of a transaction. */
export interface Sql {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** How many rows it touched. */
  run(text: string, values?: readonly unknown[]): Promise<number>
}

export interface PostgresSettings {
  /** `postgres://user:password@host:port/database?schema=name`; the schema is `vitrine` where it is not named. */
  url: string
  /** Connections this process holds at most. */
  connections?: number
  /** How long a call waits for a server that is away. */
  retryWithinMs?: number
}

const CONNECTIONS = 10
const RETRY_WITHIN_MS = 10_000
const LONGEST_PAUSE_MS = 1000
/** Nothing that a request waits for takes longer; migrations and rebuilds lift it for themselves. */
const STATEMENT_TIMEOUT_MS = 30_000
/** A process that was stopped inside a transaction must not hold its locks for ever: shorter than others wait for them. */
const IDLE_IN_TRANSACTION_MS = 10_000
const LOCK_TIMEOUT_MS = 20_000

export class PostgresDatabase implements Sql {
  readonly schema: string
  readonly #pool: pg.Pool
  readonly #retryWithinMs: number
  #retries = 0

  constructor({ url, connections = CONNECTIONS, retryWithinMs = RETRY_WITHIN_MS }: PostgresSettings) {
    const { connectionString, schema } = readStoreUrl(url)
    this.schema = schema
    this.#retryWithinMs = retryWithinMs
    this.#pool = new pg.Pool({
      connectionString,
      max: connections,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'vitrine',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      options: `-c search_path=${schema} -c lock_timeout=${LOCK_TIMEOUT_MS}`,
      types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    })
    // An idle connection that breaks is replaced when the next one is asked for.
    this.#pool.on('error', () => {})
  }

  /** For metrics. */
  get pool(): { connections: number; idle: number; waiting: number; retries: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { connections: totalCount, idle: idleCount, waiting: waitingCount, retries: this.#retries }
  }

  rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#retrying(() => this.#withClient((sql) => sql.rows<Row>(text, values)))
  }

  run(text: string, values: readonly unknown[] = []): Promise<number> {
    return this.transaction((sql) => sql.run(text, values))
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#retrying(() => this.#withClient((sql, client) => commit(sql, client, work)))
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end()
  }

  async #withClient<T>(work: (sql: Sql, client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    // While it is lent, nobody else listens: a server that goes away must not end the process.
    const onError = () => {}
    client.on('error', onError)
    let broken = false
    try {
      return await work(statementsOf(client), client)
    } catch (error) {
      broken = isAway(error)
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  async #retrying<T>(attempt: () => Promise<T>): Promise<T> {
    const giveUpAtMs = Date.now() + this.#retryWithinMs
    for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await attempt()
      } catch (error) {
        if (!mayRetry(error) || Date.now() + pauseMs > giveUpAtMs) throw storeFault(error)
        this.#retries++
        // Spread: nodes that lost the same server do not come back in step.
        await pause(pauseMs * (0.5 + Math.random()))
      }
    }
  }
}

async function commit<T>(sql: Sql, client: pg.PoolClient, work: (sql: Sql) => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  let result: T
  try {
    result = await work(sql)
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
  await client.query('COMMIT').catch((error: Error) => {
    // Where the server itself refuses, nothing was kept.
    if (!isAway(error)) throw error
    throw new CommitUnknown('the server went away during a commit', { cause: error })
  })
  return result
}

function statementsOf(client: pg.PoolClient): Sql {
  const query = (text: string, values: readonly unknown[]) =>
    values.length === 0
      ? client.query(text)
      : client.query({ name: nameOf(text), text, values: values.map(storable) as unknown[] })
  return {
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await query(text, values)).rows as Row[],
    run: async (text, values = []) => (await query(text, values)).rowCount ?? 0,
  }
}

const names = new Map<string, string>()

/** Statements are prepared once a connection, under a name that follows from their text. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = hash('sha256', text).slice(0, 32)
  names.set(text, name)
  return name
}

/** Text of PostgreSQL holds every character but NUL. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** serialization_failure, deadlock_detected. */
const CLASH_STATES = new Set(['40001', '40P01'])

function mayRetry(error: unknown): boolean {
  if (error instanceof CommitUnknown) return false
  return isAway(error) || CLASH_STATES.has((error as { code?: string }).code ?? '')
}

const INT8 = 20
const NUMERIC = 1700

/** Counters, times and sums fit a number; the driver would hand them on as texts. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number
  return pg.types.getTypeParser(oid, format)
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/

/** The schema is ours to read, and nothing the driver knows. */
export function readStoreUrl(text: string): { connectionString: string; schema: string } {
  const url = new URL(text)
  const schema = url.searchParams.get('schema') ?? 'vitrine'
  if (!SCHEMA.test(schema)) throw new TypeError('schema must be lower-case letters, digits and underscores')
  url.searchParams.delete('schema')
  return { connectionString: url.href, schema }
}
