/**
 * A notice contains no data and may be lost, so nodes also poll. `NOTIFY` makes commits wait for each other, so it is
 * sent after the commits, in its own transaction. A node that does not receive its own notices cannot rely on those of
 * others: the connection may be dead, or belong to a pooler.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { clientOptions, type PostgresDatabase, type PostgresSettings } from './database.ts'

const SEND_EVERY_MS = 250
const HEARD_WITHIN_MS = 10_000
const TRY_AGAIN_MS = 30_000
const UNHEARD =
  'PostgreSQL accepts LISTEN, but no notice arrives, as behind a pooler in transaction mode: the store is polled instead'

export class ChangeNotices {
  readonly #db: PostgresDatabase
  readonly #settings: PostgresSettings
  readonly #nowMs: () => number
  readonly #sender = randomUUID()
  readonly #channel: string
  #client: pg.Client | undefined
  #triedAtMs = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #sent = 0
  #sentAtMs = Number.NEGATIVE_INFINITY
  /** When the oldest notice was sent that has not come back. */
  #unheardSinceMs: number | undefined
  /** True if a notice has come back on this connection. */
  #isHeard = false
  #hasComplained = false
  #isClosed = false

  constructor(db: PostgresDatabase, settings: PostgresSettings, nowMs = () => performance.now()) {
    this.#db = db
    this.#nowMs = nowMs
    this.#settings = settings
    // Channels belong to the database, which may have several stores.
    this.#channel = `changes of ${db.schema}`.slice(0, 63)
    db.onChanged = () => this.send()
  }

  /** True if notices of other nodes can be relied on. */
  get areHeard(): boolean {
    const nowMs = this.#nowMs()
    return this.#isHeard && nowMs - (this.#unheardSinceMs ?? nowMs) < HEARD_WITHIN_MS
  }

  send(): void {
    if (this.#isClosed) return
    const inMs = Math.max(0, this.#sentAtMs + SEND_EVERY_MS - this.#nowMs())
    this.#timer ??= setTimeout(() => this.#sendNow(), inMs).unref()
  }

  /** Must be called repeatedly, because it reconnects if no notices arrive. */
  async listen(onNotice: () => void): Promise<void> {
    const nowMs = this.#nowMs()
    if (this.#isClosed || this.areHeard || nowMs - this.#triedAtMs < TRY_AGAIN_MS) return
    this.#triedAtMs = nowMs
    const wasConnected = this.#client !== undefined
    this.#hangUp()
    if (wasConnected && !this.#hasComplained) {
      this.#hasComplained = true
      throw new Error(UNHEARD)
    }
    const { options } = clientOptions(this.#settings)
    const client = new pg.Client({ ...options, application_name: `${options.application_name} listens` })
    for (const event of ['error', 'end'] as const) client.on(event, () => this.#lose(client))
    client.on('notification', ({ payload = '' }) => this.#hear(payload, onNotice))
    const end = () => void client.end().catch(() => {})
    try {
      await client.connect()
      await client.query(`LISTEN ${client.escapeIdentifier(this.#channel)}`)
    } catch (error) {
      end()
      throw error
    }
    if (this.#isClosed) return end()
    this.#client = client
    this.#unheardSinceMs = undefined
    this.send()
    // Something may have changed while nobody listened.
    onNotice()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#hangUp()
  }

  #sendNow(): void {
    this.#timer = undefined
    this.#sentAtMs = this.#nowMs()
    this.#unheardSinceMs ??= this.#sentAtMs
    const payload = `${this.#sender} ${++this.#sent}`
    // If the store is unreachable, the notice is lost, and other nodes find the change by polling.
    this.#db.rows('SELECT pg_notify($1, $2)', [this.#channel, payload]).catch(() => {})
  }

  #hear(payload: string, onNotice: () => void): void {
    const [sender, number] = payload.split(' ')
    if (sender !== this.#sender) onNotice()
    else {
      // If this is not the latest notice, wait for later ones from now on.
      this.#unheardSinceMs = Number(number) === this.#sent ? undefined : this.#nowMs()
      this.#isHeard = true
      this.#hasComplained = false
    }
  }

  #hangUp(): void {
    const client = this.#client
    this.#client = undefined
    this.#isHeard = false
    client?.end().catch(() => {})
  }

  /** The next call opens another connection at once. */
  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#hangUp()
    this.#triedAtMs = Number.NEGATIVE_INFINITY
  }
}
