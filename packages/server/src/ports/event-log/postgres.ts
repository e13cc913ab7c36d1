/**
 * Shared by all nodes. An append first reads which ids other nodes have added, then writes to shops whose row is still
 * unchanged, so that an event is stored once, whichever nodes it was sent to. If another node was faster, the append is
 * repeated with the row locked.
 */
import { randomBytes } from 'node:crypto'
import { ChangedRows } from '../postgres/changed-rows.ts'
import type { PostgresDatabase, Sql } from '../postgres/database.ts'
import { deleteInBatches } from '../postgres/delete-in-batches.ts'
import type { ShopId } from '../record-store/record-store.ts'
import { keyOf } from './event-keys.ts'
import { idOfHead, isAbout } from './event-lines.ts'
import type { DayIntake, EventLog, IntakeCount, LogEntry, NewEvent } from './event-log.ts'
import { INTAKE_COLUMNS, intakeOfRow, intakeOfRows, type IntakeRow } from './intake-rows.ts'
import { type IdShop, PostgresEventIds, saltOf } from './postgres-event-ids.ts'
import {
  eraseRuns,
  eraseSealed,
  findEvents,
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
  /** Returns the logs that grew since the last call, at first all, including appends by other nodes. */
  positions(): Promise<readonly LogPosition[]>
  readonly changes: ChangedRows<object>
  /** See `sealOldRuns`. Returns how many events were moved. */
  seal(plan: SealPlan): Promise<number>
}

const SHOP = 'SELECT no, name, last_offset, salt, erased FROM log_shops'

/** `idsPath` is the file of this node's copy of event ids, or `:memory:`. */
export function postgresEventLog(db: PostgresDatabase, idsPath: string, sealed?: SealedRuns): PostgresEventLog {
  const sql: LogSql = { rows: db.rows.bind(db), run: db.run.bind(db), sealed }
  const ids = new PostgresEventIds(idsPath)
  const underWay = new Set<Promise<unknown>>()
  const known = new Map<ShopId, KnownShop>()
  const commit = async <Outcome extends boolean | undefined>(batch: Batch) => {
    const committing = append({ db, ids, known }, batch)
    underWay.add(committing)
    // No outcome is undefined, because `leavesBusy` is not set.
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
      const isDoomed = isAbout(subjects)
      let erased = 0
      for (const range of await candidateRanges(db, found.no, found.last_offset, subjects))
        erased += await eraseRange({ db, sql }, found, range, isDoomed)
      if (sealed) await abandonSealing(db, sealed, found.no)
      return erased
    },
    seal: (plan) => (sealed ? sealOldRuns(db, sealed, plan) : Promise.resolve(0)),
    // The server's vacuum removes erased events.
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

/** The shop's row comes last, so that an interrupted removal continues with the next attempt. */
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
      if (!found) return { offsets: [], bodies: '', isLast: true }
      return readBodies(db, found.no, { after: offset, until: found.last_offset }, limit)
    },
    async readSubjects(shop: ShopId, subjects: readonly string[]) {
      const found = await findShop(db, shop)
      if (!found) return []
      const events = []
      for (const range of await candidateRanges(db, found.no, found.last_offset, subjects))
        events.push(...(await findEvents(db, found.no, range, isAbout(subjects))))
      return events
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
  /** Skips shops that would have to be locked. */
  leavesBusy?: boolean
}

interface Appended {
  shop: LogShop
  places: readonly number[]
  isNew: readonly boolean[]
  fresh: readonly NewEvent[]
  keys: Uint32Array[]
}

/** A shop's row as last written by this process, which knows all ids up to `last_offset`. */
interface KnownShop extends LogShop {
  /** True if no other node appended between the last two appends of this process. */
  isAlone: boolean
}

interface Appending {
  db: PostgresDatabase
  ids: PostgresEventIds
  known: Map<ShopId, KnownShop>
}

/** Returns which events were new; undefined for entries of a skipped shop. */
async function append(appending: Appending, batch: Batch): Promise<(boolean | undefined)[]> {
  const { db, ids, known } = appending
  const places: Places = Map.groupBy(batch.entries.keys(), (place) => (batch.entries[place] as LogEntry).shop)
  const appended = await appendUnlocked(appending, batch, places)
  const done = new Set(appended.map(({ shop }) => shop.name))
  for (const [name, ofShop] of places)
    if (!batch.leavesBusy && !done.has(name)) appended.push(await appendLocked(appending, batch, name, ofShop))
  const outcomes: (boolean | undefined)[] = batch.entries.map(() => undefined)
  for (const { shop, places: ofShop, isNew, fresh, keys } of appended) {
    const reached = shop.last_offset + fresh.length
    const receivedAtMs = fresh.at(-1)?.receivedAtMs
    // If the process ends before this line, the next append reads the ids from the log.
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

/**
 * Appends only to shops whose rows are unchanged since this node read them. After an unknown outcome, the statement is
 * repeated, and finds the rows changed if it was committed.
 */
async function appendUnlocked({ db, ids, known }: Appending, batch: Batch, places: Places): Promise<Appended[]> {
  const names = [...places.keys()]
  const fresh = (shop: LogShop) => freshOf(ids, batch.entries, shop, places.get(shop.name) as number[])
  const alone = names
    .flatMap((name) => known.get(name) ?? [])
    .filter(({ isAlone }) => isAlone)
    .map(fresh)
    .filter((one) => one.fresh.length > 0)
  const others = new Set(names).difference(new Set(alone.map(({ shop }) => shop.name)))
  const met = others.size > 0 ? (await meetShops(db, ids, [...others])).map(fresh) : []
  const ready = [...alone, ...met].filter((one) => one.fresh.length <= MAX_RUN && !isAtBlockEnd(one))
  const runs = ready.filter((one) => one.fresh.length > 0).map((one) => runFrom(one, 0, batch.isPosted))
  const written = await insertTogether(db, runs)
  const [done, left] = [ready.filter(isWritten), ready.filter((one) => !isWritten(one))]
  for (const { shop } of left) known.delete(shop.name)
  return done

  /** True if the run was written, or nothing was new. */
  function isWritten(one: Appended): boolean {
    return one.fresh.length === 0 || written.has(one.shop.no)
  }
}

/** In one commit, even with several statements. */
async function insertTogether(db: PostgresDatabase, runs: readonly NewRun[]): Promise<Set<number>> {
  return runs.length > WRITTEN_AT_ONCE ? db.transaction((sql) => insertRuns(sql, runs)) : insertRuns(db, runs)
}

async function appendLocked(
  { db, ids }: Appending,
  batch: Batch,
  name: ShopId,
  places: readonly number[],
): Promise<Appended> {
  return db.transaction(async (sql) => {
    const [shop] = await sql.rows<LogShop>(`${SHOP} WHERE name = $1 FOR UPDATE`, [name])
    if (!shop) throw new Error('a shop was dropped while its events came in')
    await ids.catchUp(sql, [shop])
    const done = freshOf(ids, batch.entries, shop, places)
    await appendFresh(sql, done, batch.isPosted)
    return done
  })
}

/** Reads the ids that other nodes have added, and creates rows of shops that are new to the log. */
async function meetShops(db: PostgresDatabase, ids: PostgresEventIds, names: readonly ShopId[]): Promise<LogShop[]> {
  const find = () => db.rows<LogShop>(`${SHOP} WHERE name = ANY($1)`, [names])
  let shops = await find()
  const missing = new Set(names).difference(new Set(shops.map(({ name }) => name)))
  for (const name of missing)
    await db.run('INSERT INTO log_shops (name, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, randomBytes(16)])
  if (missing.size > 0) shops = await find()
  await ids.catchUp(db, shops)
  return shops
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

async function appendFresh(sql: Sql, appended: Appended, isPosted: boolean): Promise<void> {
  const { shop, fresh } = appended
  for (let from = 0; from < fresh.length; from += MAX_RUN) await insertRuns(sql, [runFrom(appended, from, isPosted)])
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
 * In its own commit, so that a long history delays nobody's events. Sealed runs are rewritten first, without a lock.
 */
async function eraseRange(
  { db, sql }: Erasing,
  shop: LogShop,
  range: OffsetRange,
  isDoomed: (head: string) => boolean,
) {
  const rewritten = new Set<string>()
  let erased = 0
  for (let isFirst = true; ; isFirst = false) {
    const names = (await sealedIn(db, shop.no, range)).filter((name) => !rewritten.has(name))
    if (!isFirst && names.length === 0) break
    erased += await eraseSealed(sql, names, isDoomed)
    for (const name of names) rewritten.add(name)
    erased += await db.transaction((locked) => eraseUnsealed(locked, shop, range, isDoomed))
  }
  // A sealed run can extend beyond its range, so the previous range may have erased events of this one.
  if (erased > 0 || rewritten.size > 0) await rebuildBlock(sql, shop.no, range)
  return erased
}

async function eraseUnsealed(sql: Sql, shop: LogShop, range: OffsetRange, isDoomed: (head: string) => boolean) {
  const [locked] = await sql.rows<{ no: number }>('SELECT no FROM log_shops WHERE no = $1 FOR UPDATE', [shop.no])
  const heads = locked ? await eraseRuns(sql, shop.no, range, isDoomed) : []
  if (heads.length > 0) await noteErased(sql, shop, heads)
  return heads.length
}

/** Keeps erased events from being accepted again. Events of sealed runs are too old to be accepted. */
async function noteErased(sql: Sql, shop: LogShop, heads: readonly string[]): Promise<void> {
  const salt = saltOf(shop)
  await sql.run('DELETE FROM log_erased_ids WHERE shop_no = $1 AND at < now() - $2::interval', [shop.no, KEPT_IDS])
  await sql.run('INSERT INTO log_erased_ids (shop_no, key) SELECT $1, * FROM unnest($2::bytea[])', [
    shop.no,
    heads.map((head) => Buffer.from(keyOf(idOfHead(head), salt).slice().buffer)),
  ])
}

const KEPT_IDS = '10 days'
