import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Sql } from '../postgres/database.ts'
import { readHead, toLogged, writeHead } from './event-lines.ts'
import { type DayIntake, type LoggedEvent, type LogPage, type NewEvent, READ_BYTES } from './event-log.ts'
import { addIntakeText, INTAKE_COLUMNS, rowOfIntake } from './intake-rows.ts'
import type { RunBytes, SealedRuns } from './sealed-runs.ts'

/** Offsets after `after`, up to and including `until`. */
export interface OffsetRange {
  after: number
  until: number
}

type Column = 'heads' | 'bodies' | 'sents'
const COLUMNS_OF_EVENTS: readonly Column[] = ['heads', 'bodies', 'sents']

interface RunRow extends RunBytes {
  first: number
  count: number
  /** Name under which the lines are sealed; null if they are in the row. */
  sealed: string | null
}

export interface LogSql extends Sql {
  sealed?: SealedRuns
}

/** Reading one event means reading its whole run. */
export const MAX_RUN = 1000
/** Rows considered when a read is planned; runs of a quiet shop have one event each. */
const PLANNED_RUNS = 2000
const FETCHED_EVENTS = 20_000

const DAY_MS = 86_400_000
const LEVEL_1 = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** At most `MAX_RUN` events for a shop's log. */
export interface NewRun {
  shopNo: number
  first: number
  events: readonly NewEvent[]
  intake: DayIntake
  /** The last erased id that the writer knew. */
  erased: number
}

/** Limited, because each number of runs needs its own prepared statement. */
export const WRITTEN_AT_ONCE = 16

/** Skips a shop if its row is locked, or if somebody has appended or erased something unknown to the writer. */
export async function insertRuns(sql: Pick<Sql, 'rows'>, runs: readonly NewRun[]): Promise<Set<number>> {
  const written = new Set<number>()
  for (let from = 0; from < runs.length; from += WRITTEN_AT_ONCE) {
    const part = runs.slice(from, from + WRITTEN_AT_ONCE)
    for (const { no } of await sql.rows<{ no: number }>(insertText(part.length), part.flatMap(runValues)))
      written.add(no)
  }
  return written
}

function runValues({ shopNo, first, events, intake, erased }: NewRun): unknown[] {
  for (const { body, sent } of events)
    if (!isLine(body) || !isLine(sent)) throw new TypeError('an event is one line of JSON')
  const day = Math.floor((events.at(-1)?.receivedAtMs ?? 0) / DAY_MS)
  const columns = [events.map(writeHead), events.map(({ body }) => body), events.map(({ sent }) => sent)]
  return [shopNo, first, events.length, day, ...columns.map(compress), ...Object.values(rowOfIntake(intake)), erased]
}

const insertTexts = new Map<number, string>()
const INTAKE = INTAKE_COLUMNS.split(', ')
const COLUMNS = ['no', 'first', 'count', 'day', 'heads', 'bodies', 'sents', ...INTAKE, 'erased']
const TYPES = ['bigint', 'bigint', 'int', 'int', 'bytea', 'bytea', 'bytea', ...INTAKE.map(() => 'bigint'), 'bigint']

function insertText(count: number): string {
  const known = insertTexts.get(count)
  if (known !== undefined) return known
  const values = Array.from({ length: count }, (_, run) =>
    TYPES.map((type, i) => `$${run * TYPES.length + i + 1}::${type}`).join(', '),
  )
  const text = `WITH given (${COLUMNS.join(', ')}) AS (VALUES (${values.join('), (')})),
    held AS (
      SELECT s.no FROM log_shops AS s JOIN given AS g ON s.no = g.no AND s.last_offset = g.first - 1 AND s.erased = g.erased
      ORDER BY s.name FOR UPDATE OF s SKIP LOCKED),
    added AS (
      INSERT INTO log_runs (shop_no, first, count, day, heads, bodies, sents)
      SELECT no, first, count, day, heads, bodies, sents FROM given JOIN held USING (no))
    UPDATE log_shops AS s SET
      last_offset = n.first + n.count - 1,
      ${addIntakeText(
        (column) => `n.${column}`,
        (column) => `s.${column}`,
      )}
    FROM given AS n JOIN held USING (no) WHERE s.no = n.no RETURNING s.no`
  insertTexts.set(count, text)
  return text
}

function isLine(text: unknown): boolean {
  return typeof text === 'string' && text !== '' && !text.includes('\n')
}

export async function readEvents(
  sql: LogSql,
  shopNo: number,
  range: OffsetRange,
  limit: number,
): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = []
  let bytes = 0
  for await (const run of runsIn(sql, shopNo, range, { columns: COLUMNS_OF_EVENTS, limit })) {
    const [heads, bodies, sents] = [lines(run.heads), lines(run.bodies), lines(run.sents)]
    for (const [line, offset] of linesIn(run, range)) {
      if (heads[line] === '') continue
      const event = toLogged({ heads, bodies, sents }, line, offset)
      events.push(event)
      bytes += event.body.length + event.sent.length
      if (events.length === limit || bytes >= READ_BYTES) return events
    }
  }
  return events
}

export async function findEvents(
  sql: LogSql,
  shopNo: number,
  range: OffsetRange,
  isWanted: IsWanted,
): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = []
  for await (const run of runsIn(sql, shopNo, range, { columns: COLUMNS_OF_EVENTS })) {
    const heads = lines(run.heads)
    const wanted = linesIn(run, range).filter(([line]) => heads[line] !== '' && isWanted(heads[line] as string))
    if (wanted.length === 0) continue
    const [bodies, sents] = [lines(run.bodies), lines(run.sents)]
    for (const [line, offset] of wanted) events.push(toLogged({ heads, bodies, sents }, line, offset))
  }
  return events
}

export async function readBodies(sql: LogSql, shopNo: number, range: OffsetRange, limit: number): Promise<LogPage> {
  const offsets: number[] = []
  const found: string[] = []
  let bytes = 0
  let isLast = true
  read: for await (const run of runsIn(sql, shopNo, range, { columns: ['bodies'], limit })) {
    const bodies = lines(run.bodies)
    for (const [line, offset] of linesIn(run, range)) {
      if (bodies[line] === '') continue
      offsets.push(offset)
      found.push(bodies[line] as string)
      bytes += (bodies[line] as string).length
      isLast = offsets.length !== limit && bytes < READ_BYTES
      if (!isLast) break read
    }
  }
  return { offsets, bodies: found.join('\n'), isLast }
}

/** Yields the heads by run. Lines of erased events are empty. */
export async function* readHeads(sql: LogSql, shopNo: number, range: OffsetRange): AsyncIterable<string[]> {
  for await (const run of runsIn(sql, shopNo, range, { columns: ['heads'] })) {
    const heads = lines(run.heads)
    yield linesIn(run, range).map(([line]) => heads[line] as string)
  }
}

type IsWanted = (head: string) => boolean

/** Empties the lines of events whose heads `isDoomed` selects, in runs that are not sealed. Returns those heads. */
export async function eraseRuns(sql: Sql, shopNo: number, range: OffsetRange, isDoomed: IsWanted): Promise<string[]> {
  const erased: string[] = []
  const runs = await sql.rows<Pick<RunRow, 'first' | 'heads'>>(
    `SELECT first, heads FROM log_runs WHERE ${OVERLAPPING} AND sealed IS NULL ORDER BY first`,
    [shopNo, range.after, range.until],
  )
  for (const { first, heads: known } of runs) {
    // Bodies are read one run at a time, because those of a whole range may be gigabytes.
    if (!lines(known).some((head) => head !== '' && isDoomed(head))) continue
    const [run] = await sql.rows<RunRow>('SELECT * FROM log_runs WHERE shop_no = $1 AND first = $2', [shopNo, first])
    const emptied = run && emptyLines(run, isDoomed, erased)
    if (!emptied) continue
    const { heads, bodies, sents } = emptied
    await sql.run('UPDATE log_runs SET heads = $3, bodies = $4, sents = $5 WHERE shop_no = $1 AND first = $2', [
      ...[shopNo, first, heads, bodies, sents],
    ])
  }
  return erased
}

/** Rewrites sealed runs in the snapshot store. Returns how many events were erased. */
export async function eraseSealed(sql: LogSql, names: readonly string[], isDoomed: IsWanted): Promise<number> {
  let count = 0
  for (const name of names) {
    // If another node rewrites the run at the same time, `rewrite` tries again, and only its last attempt counts.
    let erased: string[] = []
    await sealedOf(sql).rewrite(name, (run) => {
      erased = []
      return emptyLines(run, isDoomed, erased)
    })
    count += erased.length
  }
  return count
}

export async function sealedIn(sql: Sql, shopNo: number, range: OffsetRange): Promise<string[]> {
  const rows = await sql.rows<{ sealed: string }>(
    `SELECT sealed FROM log_runs WHERE ${OVERLAPPING} AND sealed IS NOT NULL ORDER BY first`,
    [shopNo, range.after, range.until],
  )
  return rows.map(({ sealed }) => sealed)
}

const OVERLAPPING = 'shop_no = $1 AND first <= $3 AND first + count - 1 > $2'

/** Adds the heads of doomed events to `erased`. Returns undefined if the run has none. */
function emptyLines(run: RunBytes, isDoomed: IsWanted, erased: string[]): RunBytes | undefined {
  const [heads, bodies, sents] = [lines(run.heads), lines(run.bodies), lines(run.sents)]
  const doomed = [...heads.keys()].filter((line) => heads[line] !== '' && isDoomed(heads[line] as string))
  if (doomed.length === 0) return undefined
  for (const line of doomed) {
    erased.push(heads[line] as string)
    heads[line] = bodies[line] = sents[line] = ''
  }
  return { heads: compress(heads), bodies: compress(bodies), sents: compress(sents) }
}

export async function subjectsIn(sql: LogSql, shopNo: number, range: OffsetRange): Promise<Set<string>> {
  const subjects = new Set<string>()
  for await (const heads of readHeads(sql, shopNo, range))
    for (const head of heads) if (head !== '') for (const subject of readHead(head).subjects) subjects.add(subject)
  return subjects
}

interface Wanted {
  columns: readonly Column[]
  limit?: number
}

/** First plans which runs to read, because a run may have one event or a thousand. */
async function* runsIn(sql: LogSql, shopNo: number, range: OffsetRange, wanted: Wanted): AsyncIterable<RunRow> {
  const { columns, limit = Number.POSITIVE_INFINITY } = wanted
  let { after } = range
  while (after < range.until) {
    const planned = await sql.rows<PlannedRun>(
      `SELECT first, count, ${columns.map((column) => `octet_length(${column})`).join(' + ')} AS bytes FROM log_runs WHERE shop_no = $1 AND first <= $3
       AND first >= coalesce((SELECT max(first) FROM log_runs WHERE shop_no = $1 AND first <= $2::bigint + 1), 0)
       ORDER BY first LIMIT ${PLANNED_RUNS}`,
      [shopNo, after, range.until],
    )
    const last = lastToFetch(planned, after, Math.min(limit, FETCHED_EVENTS))
    if (last === undefined) return
    const end = last.first + last.count - 1
    const runs = await sql.rows<RunRow>(
      `SELECT first, count, sealed, ${columns.join(', ')} FROM log_runs WHERE shop_no = $1 AND first BETWEEN $2 AND $3 ORDER BY first`,
      [shopNo, planned[0]?.first, last.first],
    )
    // If runs were sealed meanwhile, several rows have become one with another first offset, so plan again.
    const newest = runs.at(-1)
    if (runs[0]?.first !== planned[0]?.first || newest === undefined || newest.first + newest.count - 1 < end) continue
    for (const run of runs) yield run.sealed === null ? run : { ...run, ...(await sealedOf(sql).read(run.sealed)) }
    after = end
  }
}

function sealedOf({ sealed }: LogSql): SealedRuns {
  if (sealed) return sealed
  throw new Error('old events are in a snapshot store: VITRINE_SNAPSHOTS must name it, as on the node that moved them')
}

interface PlannedRun {
  first: number
  count: number
  bytes: number
}

function lastToFetch(runs: readonly PlannedRun[], after: number, events: number) {
  let fetched = 0
  const enough = runs.find(({ first, count, bytes }) => {
    fetched += bytes
    return first + count - 1 - after >= events || (fetched >= READ_BYTES && first + count - 1 > after)
  })
  const last = enough ?? runs.at(-1)
  // The run that contains `after` may have no later events.
  return last && last.first + last.count - 1 > after ? last : undefined
}

function linesIn({ first, count }: RunRow, { after, until }: OffsetRange): [line: number, offset: number][] {
  const from = Math.max(0, after + 1 - first)
  const to = Math.min(count, until + 1 - first)
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => [from + i, first + from + i])
}

export function compress(texts: readonly string[]): Buffer {
  return zstdCompressSync(texts.join('\n'), LEVEL_1)
}

export function lines(bytes: Uint8Array): string[] {
  return zstdDecompressSync(bytes).toString().split('\n')
}
