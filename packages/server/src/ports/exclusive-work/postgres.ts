/**
 * One session of this node holds all its locks, outside of any transaction, so that the server does not end it as idle.
 * If the session is lost, the server frees its locks and another node may continue. So every transaction of the work
 * checks before its commit that the server still lists the lock.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { clientOptions, fenced, type PostgresSettings, type Sql } from '../postgres/database.ts'
import { isAway, StoreBusy, storeFault, type StoreUnavailable } from '../postgres/store-unusable.ts'
import type { Exclusively } from './exclusive-work.ts'
import { inProcessExclusiveWork } from './in-process.ts'

const WAIT_MS = 12_000
const LONGEST_PAUSE_MS = 200

export class PostgresExclusiveWork {
  readonly #settings: PostgresSettings
  readonly #here = inProcessExclusiveWork()
  #session: Promise<LockSession> | undefined
  #isClosing = false
  held = 0
  waiting = 0

  constructor(settings: PostgresSettings) {
    this.#settings = settings
  }

  exclusively: Exclusively = (key, work) => {
    this.waiting++
    let hasBegun = false
    const begin = async () => {
      const session = await this.#take(key)
      hasBegun = true
      this.waiting--
      this.held++
      let isDone = false
      // Transactions that outlive the work need no lock.
      const fence = async (sql: Sql) => {
        if (!isDone && !(await session.holds(sql, key))) throw new StoreBusy(`another node may be at work on ${key}`)
      }
      try {
        return await fenced(fence, work)
      } finally {
        isDone = true
        this.held--
        await session.unlock(key)
      }
    }
    return this.#here(key, begin).finally(() => {
      if (!hasBegun) this.waiting--
    })
  }

  /** Called when the process stops, so that calls no longer wait for other nodes or an unavailable server. */
  hurry(): void {
    this.#isClosing = true
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => undefined)
    session?.end()
  }

  async #take(key: string): Promise<LockSession> {
    const untilMs = performance.now() + WAIT_MS
    for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const found = await this.#try(key)
      if (found instanceof LockSession) return found
      if (this.#isClosing || performance.now() > untilMs) throw found
      await pause(pauseMs * (0.5 + Math.random()))
    }
  }

  async #try(key: string): Promise<LockSession | Error> {
    try {
      const session = await this.#open()
      if (await session.lock(key)) return session
      return new StoreBusy(`other work on ${key} takes too long`)
    } catch (error) {
      if (isAway(error)) return storeFault(error) as StoreUnavailable
      throw error
    }
  }

  async #open(): Promise<LockSession> {
    const known = this.#session
    const session = await known?.catch(() => undefined)
    if (session && !session.isLost) return session
    // Only the first call that finds the session lost opens another.
    if (this.#session === known) this.#session = LockSession.open(this.#settings)
    return this.#session as Promise<LockSession>
  }
}

const HELD = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = $1 AND objsubid = 1
  AND (classid::bigint << 32 | objid::bigint) = hashtextextended($2, 0)`

class LockSession {
  readonly #client: pg.Client
  #pid = 0
  readonly #schema: string
  #last: Promise<unknown> = Promise.resolve()
  isLost = false

  private constructor(client: pg.Client, schema: string) {
    this.#client = client
    this.#schema = schema
    for (const event of ['error', 'end'] as const)
      client.on(event, () => {
        this.isLost = true
      })
  }

  static async open(settings: PostgresSettings): Promise<LockSession> {
    const { schema, options } = clientOptions(settings)
    const client = new pg.Client({ ...options, application_name: `${options.application_name} locks` })
    const session = new LockSession(client, schema)
    try {
      await client.connect()
      session.#pid = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
    } catch (error) {
      session.end()
      throw error
    }
    return session
  }

  /** Asks on another connection, because this one may be lost. */
  async holds(sql: Sql, key: string): Promise<boolean> {
    return (await sql.rows(HELD, [this.#pid, this.#nameOf(key)])).length > 0
  }

  async lock(key: string): Promise<boolean> {
    const { rows } = await this.#query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got', key)
    return (rows[0] as { got: boolean }).got
  }

  /** If that fails, the whole session is ended, so that the server frees its locks. */
  async unlock(key: string): Promise<void> {
    if (!this.isLost)
      await this.#query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', key).catch(() => this.end())
  }

  /** Does not wait for an answer, which a hanging server would never give. */
  end(): void {
    this.isLost = true
    this.#client.end().catch(() => {})
  }

  #nameOf(key: string): string {
    return `${this.#schema} ${key}`
  }

  #query(text: string, key: string): Promise<pg.QueryResult> {
    const asked = this.#last.then(() => this.#client.query(text, [this.#nameOf(key)]))
    this.#last = asked.catch((error) => {
      if (isAway(error)) this.end()
    })
    return asked
  }
}
