/**
 * A connection pool for one PostgreSQL server, with time limits and retries while the server is unavailable.
 *
 * Every statement ends: first by the server's own limit, or else the connection counts as lost, and so do all idle
 * ones. If a server has been unavailable for longer than calls wait, one test query per second replaces all calls.
 *
 * A transaction that failed before its COMMIT was sent is repeated as a whole. One that failed at COMMIT never is,
 * because its outcome is unknown. So `work` must be safe to run twice.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { SqlStore, Statement } from '../sql/sql-store.ts'
import { traceStatement } from '../tracing/tracing.ts'
import { CommitUnknown, isAway, isSilence, storeFault, StoreUnavailable } from './store-unusable.ts'

export type Sql = Pick<SqlStore, 'rows' | 'run'>

export interface PostgresSettings {
  /** The schema is `vitrine` by default. */
  url: string
  connections?: number
  /** Time that calls wait, counted from when the server became unavailable. */
  retryWithinMs?: number
  /** A connection without an answer for this long counts as lost. The server's own limits are shorter. */
  answerWithinMs?: number
  /** Shown in the server's list of connections. */
  name?: string
}

const CONNECTIONS = 10
const RETRY_WITHIN_MS = 10_000
const LONGEST_PAUSE_MS = 1000
const ASK_AGAIN_MS = 1000
/** Time for the last statements when the process stops. */
const LAST_WORDS_MS = 8000
/** Default for statements; see `LONG` for slower ones. */
const ANSWER_WITHIN_MS = 15_000
/** Shares of `answerWithinMs`, below 1 so that the server reports a timeout before the connection counts as lost. */
const STATEMENT_SHARE = 14 / 15
/**
 * Longer than the next limit, so that the server ends a hanging transaction before others stop waiting for its lock.
 */
const LOCK_SHARE = 12 / 15
const IDLE_IN_TRANSACTION_SHARE = 9 / 15
/** Detects the loss of a machine that did not close its connections. */
const KEEPALIVE_MS = 5000
const KEEPALIVES = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=5'

/** Called before the COMMIT of a transaction. Rejects if it must not be committed. */
type Fence = (sql: Sql) => Promise<void>

const fences = new AsyncLocalStorage<Fence>()

/** Calls `fence` before each commit of a transaction that `work` starts, directly or through a port. */
export function fenced<T>(fence: Fence, work: () => Promise<T>): Promise<T> {
  return fences.run(fence, work)
}

/** Limits for slow work in the background. */
export const LONG: TransactionLimits = { answerWithinMs: 3_600_000 }

export interface TransactionLimits {
  /** Limit per statement. */
  answerWithinMs?: number
  lockWithinMs?: number
}

export class PostgresDatabase implements SqlStore {
  readonly schema: string
  readonly #options: pg.PoolConfig
  readonly #retryWithinMs: number
  #pool: pg.Pool
  #retries = 0
  /** Nothing has succeeded since then. */
  #awaySinceMs: number | undefined
  #asking: Promise<void> | undefined
  #askedAtMs = 0
  #isClosing = false
  /** Functions that reject the calls in progress. */
  readonly #underWay = new Set<(reason: Error) => void>()
  #isOver = false
  /** Called when rows were changed that other nodes watch; see `ChangeNotices`. */
  onChanged = () => {}

  constructor(settings: PostgresSettings) {
    const { connections = CONNECTIONS, retryWithinMs = RETRY_WITHIN_MS } = settings
    const { schema, options } = clientOptions(settings)
    this.schema = schema
    this.#retryWithinMs = retryWithinMs
    this.#options = { ...options, max: connections }
    this.#pool = openPool(this.#options)
  }

  get pool(): { connections: number; idle: number; waiting: number; retries: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { connections: totalCount, idle: idleCount, waiting: waitingCount, retries: this.#retries }
  }

  rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#retrying(() => this.#withClient((client) => statementsOf(client).rows<Row>(text, values)))
  }

  run(text: string, values: readonly unknown[] = []): Promise<number> {
    return this.transaction((sql) => sql.run(text, values))
  }

  transaction<T>(work: (sql: Sql) => Promise<T>, limits: TransactionLimits = {}): Promise<T> {
    return this.#retrying(() => this.#withClient((client) => commit(client, work, limits)))
  }

  async runAll(statements: readonly Statement[]): Promise<void> {
    await this.transaction(async (sql) => {
      for (const [text, values] of statements) await sql.run(text, values)
    })
  }

  /** Runs a statement that cannot be part of a transaction and may take long. */
  async alter(text: string): Promise<void> {
    await this.#withClient(async (client) => {
      const { answerWithinMs } = LONG
      await client.query(`SET statement_timeout = ${answerWithinMs}`)
      try {
        await client.query({ text, query_timeout: answerWithinMs } as pg.QueryConfig)
      } finally {
        await client.query('RESET statement_timeout')
      }
    })
  }

  /** Called when the process stops. Calls then wait for no unavailable server, and fail after `LAST_WORDS_MS`. */
  hurry(): void {
    if (this.#isClosing) return
    this.#isClosing = true
    setTimeout(() => {
      this.#isOver = true
      for (const end of this.#underWay) end(tooLate())
    }, LAST_WORDS_MS).unref()
  }

  async close(): Promise<void> {
    if (this.#pool.ended) return
    const ended = this.#pool.end()
    // Statements that the server never answers end with the process.
    if (this.#isOver) ended.catch(() => {})
    else await ended
  }

  #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.#isOver) return Promise.reject(tooLate())
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#underWay.add(reject)
    this.#lend(work)
      .then(resolve, reject)
      .finally(() => this.#underWay.delete(reject))
    return promise
  }

  async #lend<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const pool = this.#pool
    const client = await pool.connect()
    // The pool does not listen for errors while a client is in use, and an unhandled one would end the process.
    const onError = () => {}
    client.on('error', onError)
    let broken = false
    try {
      return await work(client)
    } catch (error) {
      broken = isAway(error)
      if (isSilence(error) && pool === this.#pool) this.#distrustIdle()
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  /** If one connection is lost, idle ones may be, too, and each would delay a caller. */
  #distrustIdle(): void {
    if (this.#pool.ending) return
    const distrusted = this.#pool
    this.#pool = openPool(this.#options)
    distrusted.end().catch(() => {})
  }

  async #retrying<T>(attempt: () => Promise<T>): Promise<T> {
    const begunMs = performance.now()
    for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await this.#untilAsked()
      try {
        const result = await attempt()
        this.#awaySinceMs = undefined
        return result
      } catch (error) {
        this.#noteOutcome(error)
        if (!mayRetry(error) || performance.now() + pauseMs > this.#giveUpAtMs(begunMs)) throw storeFault(error)
        this.#retries++
        // Random, so that the nodes do not all reconnect at once.
        await pause(pauseMs * (0.5 + Math.random()))
      }
    }
  }

  /** A server that answers with an error is available. */
  #noteOutcome(error: unknown): void {
    this.#awaySinceMs = isAway(error) ? (this.#awaySinceMs ?? performance.now()) : undefined
  }

  #giveUpAtMs(begunMs: number): number {
    return this.#isClosing ? 0 : (this.#awaySinceMs ?? begunMs) + this.#retryWithinMs
  }

  /** All calls wait for a single test query if the server has been unavailable for longer than calls wait. */
  async #untilAsked(): Promise<void> {
    if (this.#awaySinceMs === undefined) return
    if (this.#isClosing) throw new StoreUnavailable('PostgreSQL is away, and nobody waits for it')
    if (performance.now() - this.#awaySinceMs <= this.#retryWithinMs) return
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    await this.#asking
  }

  async #ask(): Promise<void> {
    await pause(Math.max(0, this.#askedAtMs + ASK_AGAIN_MS - performance.now()))
    this.#askedAtMs = performance.now()
    try {
      await this.#withClient((client) => client.query('SELECT 1'))
      this.#awaySinceMs = undefined
    } catch (error) {
      throw storeFault(error)
    }
  }
}

export function clientOptions({ url, name = 'vitrine', answerWithinMs = ANSWER_WITHIN_MS }: PostgresSettings): {
  schema: string
  options: pg.ClientConfig
} {
  const { connectionString, schema } = readStoreUrl(url)
  const options: pg.ClientConfig = {
    connectionString,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    application_name: name,
    query_timeout: answerWithinMs,
    statement_timeout: Math.round(answerWithinMs * STATEMENT_SHARE),
    idle_in_transaction_session_timeout: Math.round(answerWithinMs * IDLE_IN_TRANSACTION_SHARE),
    options: `-c search_path=${schema} -c lock_timeout=${Math.round(answerWithinMs * LOCK_SHARE)} ${KEEPALIVES}`,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  }
  return { schema, options }
}

function tooLate(): StoreUnavailable {
  return new StoreUnavailable('PostgreSQL does not answer, and the process stops')
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  // The pool replaces an idle connection that breaks. Without a listener, the error would end the process.
  pool.on('error', () => {})
  return pool
}

async function commit<T>(
  client: pg.PoolClient,
  work: (sql: Sql) => Promise<T>,
  { answerWithinMs, lockWithinMs }: TransactionLimits,
): Promise<T> {
  const statementMs = answerWithinMs && Math.round(answerWithinMs * STATEMENT_SHARE)
  const limits = [
    ...(statementMs ? [`SET LOCAL statement_timeout = ${statementMs}`] : []),
    ...(lockWithinMs ? [`SET LOCAL lock_timeout = ${lockWithinMs}`] : []),
  ]
  // One message, so that the limits cost no extra round trip.
  await client.query(['BEGIN', ...limits].join(';'))
  let result: T
  try {
    const sql = statementsOf(client, answerWithinMs)
    result = await work(sql)
    await fences.getStore()?.(sql)
  } catch (error) {
    // On a lost connection a ROLLBACK would only time out again.
    if (!isAway(error)) await client.query('ROLLBACK').catch(() => {})
    throw error
  }
  await client.query('COMMIT').catch((error: Error) => {
    // If the server itself refused the commit, nothing was stored.
    if (!isAway(error)) throw error
    throw new CommitUnknown('the server went away during a commit', { cause: error })
  })
  return result
}

function statementsOf(client: pg.PoolClient, answerWithinMs?: number): Sql {
  const limit = answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }
  const query = (text: string, values: readonly unknown[]) => {
    const asked =
      values.length === 0 ? { text } : { name: nameOf(text), text, values: values.map(storable) as unknown[] }
    return traceStatement(text, client.query({ ...asked, ...limit }))
  }
  return {
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await query(text, values)).rows as Row[],
    run: async (text, values = []) => (await query(text, values)).rowCount ?? 0,
  }
}

const names = new Map<string, string>()

/** The driver prepares named statements once per connection. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = hash('sha256', text).slice(0, 32)
  names.set(text, name)
  return name
}

/** NUL is the only character that PostgreSQL text cannot contain. */
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

/** Numbers are exact for our columns. The driver would return strings. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number
  return pg.types.getTypeParser(oid, format)
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/

/** `schema` is Vitrine's own parameter, which the driver does not know. */
export function readStoreUrl(text: string): { connectionString: string; schema: string } {
  const url = new URL(text)
  const schema = url.searchParams.get('schema') ?? 'vitrine'
  if (!SCHEMA.test(schema)) throw new TypeError('schema must be lower-case letters, digits and underscores')
  url.searchParams.delete('schema')
  return { connectionString: url.href, schema }
}
