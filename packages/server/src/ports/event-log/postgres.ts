/**
 * The log in PostgreSQL, shared by all nodes. An append locks the row of its shop until its commit; under that lock
 * the node knows every id of the log, so an event is stored once, whichever nodes it was sent to. Several shops share
 * a commit if none of them is locked. A shop to which nobody else appends needs no transaction: one statement appends
 * if the row is still as this node left it.
 */
import { randomBytes } from 'node:crypto'
import { ChangedRows } from '../postgres/changed-rows.ts'
import type { PostgresDatabase, Sql } from '../postgres/database.ts'
import { deleteInBatches } from '../postgres/delete-in-batches.ts'
import type { ShopId } from '../record-store/record-store.ts'
import { keyOf } from './event-keys.ts'
import { idOfHead, readHead } from './event-lines.ts'
import type { DayIntake, EventLog, IntakeCount, LogEntry, NewEvent } from './event-log.ts'
import { INTAKE_COLUMNS, intakeOfRow, intakeOfRows, type IntakeRow } from './intake-rows.ts'
import { type IdShop, PostgresEventIds, saltOf } from './postgres-event-ids.ts'
import {
  eraseRuns,
  eraseSealed,
  insertRuns,
  type LogSql,
  MAX_RUN,
  type NewRun,
  type OffsetRange,
  readBodies,
  readEvents,
  sealedIn,
  WRITTEN_AT_ONCE,
} from './postgres-runs.ts'
import { abandonSealing, type SealPlan, sealOldRuns } from './postgres-sealing.ts'
import { candidateRanges, completeBlocks, isBlockFull, rebuildBlock } from './postgres-subjects.ts'
import type { SealedRuns } from './sealed-runs.ts'

interface LogShop extends IdShop {
  name: ShopId
}

export interface LogPosition {
  shop: ShopId
  offset: number
  day: number
  intake: DayIntake
}

export interface PostgresEventLog extends EventLog {
  /** Returns the logs that grew since the last call, and all logs at the first call, so that followers notice appends by other nodes. */
  positions(): Promise<readonly LogPosition[]>
  readonly changes: ChangedRows<object>
  /** Moves old runs to the snapshot store; returns how many events were moved. See `sealOldRuns`. */
  seal(plan: SealPlan): Promise<number>
}

const SHOP = 'SELECT no, name, last_offset, salt, erased FROM log_shops'

/** `idsPath` is the file for the ids that this node knows; `:memory:` does not store them. */
export function postgresEventLog(db: PostgresDatabase, idsPath: string, sealed?: SealedRuns): PostgresEventLog {
  const sql: LogSql = { rows: db.rows.bind(db), run: db.run.bind(db), sealed }
  const ids = new PostgresEventIds(idsPath)
  const underWay = new Set<Promise<unknown>>()
  const known = new Map<ShopId, KnownShop>()
  const commit = async <Outcome extends boolean | undefined>(batch: Batch) => {
    const committing = append({ db, ids, known }, batch)
    underWay.add(committing)
    // Without `leavesBusy` no outcome is undefined.
    return (await committing.finally(() => underWay.delete(committing))) as Outcome[]
  }
  const appendShop = (entries: readonly LogEntry[], isPosted: boolean) => commit<boolean>({ entries, isPosted })
  return {
    append: (shop, events) =>
      appendShop(
        events.map((event) => ({ shop, event })),
        false,
      ),
    async appendAll(entries) {
      const isNew = entries.map(() => true)
      const places = Map.groupBy(entries.keys(), (place) => (entries[place] as LogEntry).shop)
      const appending = [...places.values()].map(async (ofShop) => {
        const outcomes = await appendShop(
          ofShop.map((place) => entries[place] as LogEntry),
          true,
        )
        for (const [i, place] of ofShop.entries()) isNew[place] = outcomes[i] as boolean
      })
      await Promise.all(appending)
      return isNew
    },
    appendFree: (entries) => commit({ entries, isPosted: true, leavesBusy: true }),
    ...readers(sql),
    async erase(shop, subjects) {
      const found = await findShop(db, shop)
      if (!found) return 0
      let erased = 0
      for (const range of await candidateRanges(db, found.no, found.last_offset, subjects))
        erased += await eraseRange({ db, sql }, found, range, new Set(subjects))
      if (sealed) await abandonSealing(db, sealed, found.no)
      return erased
    },
    seal: (plan) => (sealed ? sealOldRuns(db, sealed, plan) : Promise.resolve(0)),
    // The server's own vacuum removes erased events.
    rewriteErased: async () => false,
    async drop(shop) {
      known.delete(shop)
      const found = await findShop(db, shop)
      const names = found ? await sealedIn(db, found.no, { after: 0, until: found.last_offset }) : []
      if (found) await dropLog(db, found.no)
      for (const name of names) await sealed?.remove(name)
      if (found && sealed) await abandonSealing(db, sealed, found.no)
    },
    async close() {
      await Promise.allSettled(underWay)
      ids.close()
    },
  }
}

/** The shop's own row is deleted last, so that an interrupted removal is found and continued at the next try. */
async function dropLog(sql: Sql, no: number): Promise<void> {
  for (const table of ['log_runs', 'log_subject_blocks', 'log_erased_ids'])
    await deleteInBatches(sql, { table, where: 'shop_no = $1', values: [no] })
  await sql.run('DELETE FROM log_shops WHERE no = $1', [no])
}

interface HeadRow extends IntakeRow {
  last_offset: number
  intake_day: number
}

function readers(db: LogSql) {
  const columns = `name, last_offset, intake_day, ${INTAKE_COLUMNS}`
  const heads = new ChangedRows<HeadRow>(db, { table: 'log_shops', key: 'name', columns })
  return {
    changes: heads,
    async positions() {
      const { rows, confirm } = await heads.read()
      confirm()
      return rows.map((row): LogPosition => {
        return { shop: row.name, offset: row.last_offset, day: row.intake_day, intake: intakeOfRow(row) }
      })
    },
    listShops: async () => (await db.rows<{ name: ShopId }>('SELECT name FROM log_shops')).map(({ name }) => name),
    async intakeOn(day: number): Promise<Map<ShopId, DayIntake>> {
      return intakeOfRows(await db.rows(`SELECT name, ${INTAKE_COLUMNS} FROM log_shops WHERE intake_day = $1`, [day]))
    },
    lastOffset: async (shop: ShopId) => (await findShop(db, shop))?.last_offset ?? 0,
    async read(shop: ShopId, offset: number, limit: number) {
      const found = await findShop(db, shop)
      return found ? readEvents(db, found.no, { after: offset, until: found.last_offset }, limit) : []
    },
    async readBodies(shop: ShopId, offset: number, limit: number) {
      const found = await findShop(db, shop)
      if (!found) return { offsets: [], bodies: '' }
      return readBodies(db, found.no, { after: offset, until: found.last_offset }, limit)
    },
    async readSubjects(shop: ShopId, subjects: readonly string[]) {
      const found = await findShop(db, shop)
      if (!found) return []
      const wanted = new Set(subjects)
      const events = []
      for (const range of await candidateRanges(db, found.no, found.last_offset, subjects))
        events.push(...(await readEvents(db, found.no, range, Number.POSITIVE_INFINITY)))
      return events.filter((event) => event.subjects.some((subject) => wanted.has(subject)))
    },
  }
}

async function findShop(sql: Sql, name: ShopId): Promise<LogShop | undefined> {
  const [shop] = await sql.rows<LogShop>(`${SHOP} WHERE name = $1`, [name])
  return shop
}

interface Batch {
  entries: readonly LogEntry[]
  /** Only posted events count towards a day's intake. */
  isPosted: boolean
  /** Leaves out shops whose row is locked. */
  leavesBusy?: boolean
}

interface Appended {
  shop: LogShop
  /** Indexes in the batch. */
  places: readonly number[]
  isNew: readonly boolean[]
  fresh: readonly NewEvent[]
  keys: Uint32Array[]
}

/** A shop's row as this process last wrote it. The process knows all ids in the log up to the row's `last_offset`. */
interface KnownShop extends LogShop {
  /** Nobody else appended between this process's last two appends. */
  isAlone: boolean
}

interface Appending {
  db: PostgresDatabase
  ids: PostgresEventIds
  known: Map<ShopId, KnownShop>
}

/** Appends in one commit. The result is undefined for the entries of a shop that was left out. */
async function append(appending: Appending, batch: Batch): Promise<(boolean | undefined)[]> {
  const { db, ids, known } = appending
  const places = Map.groupBy(batch.entries.keys(), (place) => (batch.entries[place] as LogEntry).shop)
  const appended = appendUnlocked(appending, batch, places) ?? appendLocked(appending, batch, places)
  const outcomes: (boolean | undefined)[] = batch.entries.map(() => undefined)
  for (const { shop, places: ofShop, isNew, fresh, keys } of await appended) {
    const reached = shop.last_offset + fresh.length
    const receivedAtMs = fresh.at(-1)?.receivedAtMs
    // If the process ends between the commit and this line, the next append reads the ids from the log.
    if (receivedAtMs !== undefined) ids.appended(shop, { reached, receivedAtMs, keys })
    known.set(shop.name, {
      ...shop,
      last_offset: reached,
      isAlone: known.get(shop.name)?.last_offset === shop.last_offset,
    })
    for (const [i, place] of ofShop.entries()) outcomes[place] = isNew[i]
  }
  if (outcomes.includes(true)) db.onChanged()
  return outcomes
}

type Places = ReadonlyMap<ShopId, number[]>

/** Returns undefined if the shops have to be locked first. If the outcome of the commit is unknown, it is tried again and then finds the row changed. */
function appendUnlocked({ db, ids, known }: Appending, batch: Batch, places: Places): Promise<Appended[]> | undefined {
  if (!batch.leavesBusy || places.size > WRITTEN_AT_ONCE) return undefined
  const ready: Appended[] = []
  for (const [name, ofShop] of places) {
    const shop = known.get(name)
    const one = shop?.isAlone ? freshOf(ids, batch.entries, shop, ofShop) : undefined
    if (!one || one.fresh.length === 0 || one.fresh.length > MAX_RUN || isAtBlockEnd(one)) return undefined
    ready.push(one)
  }
  const runs = ready.map((one) => runFrom(one, 0, batch.isPosted))
  return insertRuns(db, runs).then((written) => {
    for (const { shop } of ready) if (!written.has(shop.no)) known.delete(shop.name)
    return ready.filter(({ shop }) => written.has(shop.no))
  })
}

async function appendLocked({ db, ids, known }: Appending, batch: Batch, places: Places): Promise<Appended[]> {
  const { entries, leavesBusy } = batch
  const names = [...places.keys()].sort()
  // The caller appends a shop that was left out again without `leavesBusy`.
  if (!leavesBusy || !names.every((name) => known.has(name))) await meetShops(db, ids, names)
  return db.transaction(async (sql) => {
    const lock = leavesBusy ? 'FOR UPDATE SKIP LOCKED' : 'FOR UPDATE'
    const shops = await sql.rows<LogShop>(`${SHOP} WHERE name = ANY($1) ORDER BY name ${lock}`, [names])
    if (!leavesBusy && shops.length < names.length) throw new Error('a shop was dropped while its events came in')
    const done: Appended[] = []
    for (const shop of shops) {
      await ids.catchUp(sql, shop)
      done.push(freshOf(ids, entries, shop, places.get(shop.name) as number[]))
    }
    await appendFresh(sql, done, batch.isPosted)
    return done
  })
}

/** Creates the rows of shops that are new to the log, and reads all ids of shops that are new to this node before anything is locked. */
async function meetShops(db: PostgresDatabase, ids: PostgresEventIds, names: readonly ShopId[]): Promise<void> {
  const found = await db.rows<LogShop>(`${SHOP} WHERE name = ANY($1)`, [names])
  const known = new Set(found.map(({ name }) => name))
  const missing = names.filter((name) => !known.has(name))
  for (const name of missing)
    await db.run('INSERT INTO log_shops (name, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, randomBytes(16)])
  for (const shop of found) if (!ids.knows(shop)) await ids.catchUp(db, shop)
}

function freshOf(
  ids: PostgresEventIds,
  entries: readonly LogEntry[],
  shop: LogShop,
  places: readonly number[],
): Appended {
  const events = places.map((place) => (entries[place] as LogEntry).event)
  const { isNew, keys } = ids.newAmong(
    events.map(({ id }) => id),
    shop,
  )
  return { shop, places, isNew, fresh: events.filter((_, i) => isNew[i]), keys }
}

async function appendFresh(sql: Sql, appended: readonly Appended[], isPosted: boolean): Promise<void> {
  const longest = Math.max(0, ...appended.map(({ fresh }) => fresh.length))
  for (let from = 0; from < longest; from += MAX_RUN)
    await insertRuns(
      sql,
      appended.filter(({ fresh }) => fresh.length > from).map((one) => runFrom(one, from, isPosted)),
    )
  for (const { shop, fresh } of appended)
    await completeBlocks(sql, shop.no, shop.last_offset, shop.last_offset + fresh.length)
}

function isAtBlockEnd({ shop, fresh }: Appended): boolean {
  return isBlockFull(shop.last_offset, shop.last_offset + fresh.length)
}

function runFrom({ shop, fresh }: Appended, from: number, isPosted: boolean): NewRun {
  const events = fresh.slice(from, from + MAX_RUN)
  const intake = isPosted ? intakeOf(events) : NOTHING
  return { shopNo: shop.no, first: shop.last_offset + from + 1, events, intake, erased: shop.erased }
}

const NOTHING: DayIntake = { events: 0, bytes: 0, keyless: { events: 0, bytes: 0 } }

function intakeOf(events: readonly NewEvent[]): DayIntake {
  return { ...sizeOf(events), keyless: sizeOf(events.filter(({ isKeyless }) => isKeyless)) }
}

function sizeOf(events: readonly NewEvent[]): IntakeCount {
  const bytes = events.reduce((sum, { body, sent }) => sum + Buffer.byteLength(body) + Buffer.byteLength(sent), 0)
  return { events: events.length, bytes }
}

interface Erasing {
  db: PostgresDatabase
  sql: LogSql
}

/**
 * Each range has its own commit, so that a person with a long history does not delay everybody's events. Sealed runs
 * are rewritten first and without a lock, because the snapshot store may be slow; the loop repeats for runs that were
 * sealed meanwhile.
 */
async function eraseRange({ db, sql }: Erasing, shop: LogShop, range: OffsetRange, wanted: ReadonlySet<string>) {
  const isDoomed = (head: string) => readHead(head).subjects.some((subject) => wanted.has(subject))
  const rewritten = new Set<string>()
  let erased = 0
  for (let isFirst = true; ; isFirst = false) {
    const names = (await sealedIn(db, shop.no, range)).filter((name) => !rewritten.has(name))
    if (!isFirst && names.length === 0) break
    erased += await eraseSealed(sql, names, isDoomed)
    for (const name of names) rewritten.add(name)
    erased += await db.transaction((locked) => eraseUnsealed(locked, shop, range, isDoomed))
  }
  // A sealed run can reach beyond the range, so events of this range may already have been erased with the previous
  // range.
  if (erased > 0 || rewritten.size > 0) await rebuildBlock(sql, shop.no, range)
  return erased
}

async function eraseUnsealed(sql: Sql, shop: LogShop, range: OffsetRange, isDoomed: (head: string) => boolean) {
  const [locked] = await sql.rows<{ no: number }>('SELECT no FROM log_shops WHERE no = $1 FOR UPDATE', [shop.no])
  const heads = locked ? await eraseRuns(sql, shop.no, range, isDoomed) : []
  if (heads.length > 0) await noteErased(sql, shop, heads)
  return heads.length
}

/**
 * Remembers the ids of erased events, so that the events are not accepted again although the log no longer has them.
 * Events of sealed runs are too old to be accepted anyway.
 */
async function noteErased(sql: Sql, shop: LogShop, heads: readonly string[]): Promise<void> {
  const salt = saltOf(shop)
  await sql.run('DELETE FROM log_erased_ids WHERE shop_no = $1 AND at < now() - $2::interval', [shop.no, KEPT_IDS])
  await sql.run('INSERT INTO log_erased_ids (shop_no, key) SELECT $1, * FROM unnest($2::bytea[])', [
    shop.no,
    heads.map((head) => Buffer.from(keyOf(idOfHead(head), salt).slice().buffer)),
  ])
}

const KEPT_IDS = '10 days'
