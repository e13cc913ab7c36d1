/** A row number consists of shop and first offset. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { DataDamaged } from '../sqlite/database.ts'
import { checkChecksum, sealChecksum } from './chunk-checksum.ts'
import { type ChunkLines, toBytes, toLines, toLogged } from './event-lines.ts'
import { type LoggedEvent, type LogPage, READ_BYTES } from './event-log.ts'

/** A row number is shop number × this + offset, so 2^17 shops fit into safe integers. */
export const ROWS_PER_SHOP = 2 ** 36

/** Offsets after `after`, up to and including `until`. */
export interface OffsetRange {
  after: number
  until: number
  limit?: number
}

interface ChunkBytes {
  heads: Uint8Array
  bodies: Uint8Array
  sents: Uint8Array
}

type Column = keyof ChunkBytes
type ChunkRow = ChunkBytes & { row: number; count: number }

export interface ChunkAudit {
  events: number
  /** Chunks that an early version wrote without checksums. */
  withoutChecksum: number
  /** First offsets of chunks that are missing or do not match their checksums. */
  damaged: number[]
}

export class EventChunks {
  readonly #insert: StatementSync
  readonly #update: StatementSync
  readonly #noteRewritten: StatementSync
  readonly #firstRow: StatementSync
  readonly #whole: StatementSync
  readonly #bodies: StatementSync
  readonly #heads: StatementSync
  /** After the returned offset, every chunk of the shop must have a checksum. */
  readonly #checksumsFrom: (base: number) => number

  constructor(db: DatabaseSync, checksumsFrom: (base: number) => number) {
    this.#checksumsFrom = checksumsFrom
    // `sents` is the last column, so that reading the others does not touch its pages.
    this.#insert = db.prepare('INSERT INTO chunks (row, count, heads, bodies, sents) VALUES (?, ?, ?, ?, ?)')
    this.#update = db.prepare('UPDATE chunks SET heads = ?, bodies = ?, sents = ? WHERE row = ?')
    this.#noteRewritten = db.prepare(
      'INSERT OR REPLACE INTO rewritten_chunks SELECT ?, coalesce(max(number), 0) + 1 FROM rewritten_chunks',
    )
    this.#firstRow = db.prepare('SELECT row FROM chunks WHERE row > ? AND row <= ? ORDER BY row DESC LIMIT 1')
    this.#whole = db.prepare(
      'SELECT row, count, heads, bodies, sents FROM chunks WHERE row >= ? AND row <= ? ORDER BY row',
    )
    this.#bodies = db.prepare('SELECT row, count, bodies FROM chunks WHERE row >= ? AND row <= ? ORDER BY row')
    this.#heads = db.prepare('SELECT row, count, heads FROM chunks WHERE row >= ? AND row <= ? ORDER BY row')
  }

  /** Must be called in a transaction. */
  insert(row: number, count: number, { heads, bodies, sents }: ChunkBytes): void {
    const sealed = seal(row, { heads, bodies, sents })
    this.#insert.run(row, count, sealed.heads, sealed.bodies, sealed.sents)
  }

  readEvents(base: number, range: OffsetRange): LoggedEvent[] {
    const events: LoggedEvent[] = []
    let bytes = 0
    for (const row of this.#rows(this.#whole, base, range)) {
      this.#require(base, row, COLUMNS)
      const lines = linesOf(row)
      for (const [line, offset] of linesIn(row, base, range)) {
        if (lines.heads[line] === '') continue
        const event = toLogged(lines, line, offset)
        events.push(event)
        bytes += event.body.length + event.sent.length
        if (events.length === range.limit || bytes >= READ_BYTES) return events
      }
    }
    return events
  }

  findEvents(base: number, range: OffsetRange, isWanted: (head: string) => boolean): LoggedEvent[] {
    const events: LoggedEvent[] = []
    for (const row of this.#rows(this.#whole, base, range)) {
      this.#require(base, row, COLUMNS)
      const heads = toLines(row.heads)
      const wanted = [...linesIn(row, base, range)].filter(([line]) => heads[line] !== '' && isWanted(heads[line]!))
      if (wanted.length === 0) continue
      const lines = linesOf(row)
      for (const [line, offset] of wanted) events.push(toLogged(lines, line, offset))
    }
    return events
  }

  readBodies(base: number, range: OffsetRange): LogPage {
    const offsets: number[] = []
    const bodies: string[] = []
    let bytes = 0
    let isLast = true
    read: for (const row of this.#rows(this.#bodies, base, range)) {
      this.#require(base, row, ['bodies'])
      const lines = toLines(row.bodies)
      for (const [line, offset] of linesIn(row, base, range)) {
        if (lines[line] === '') continue
        offsets.push(offset)
        bytes += bodies[bodies.push(lines[line]!) - 1]!.length
        isLast = offsets.length !== range.limit && bytes < READ_BYTES
        if (!isLast) break read
      }
    }
    return { offsets, bodies: bodies.join('\n'), isLast }
  }

  /** Yields the heads by chunk. Lines of erased events are empty. */
  *heads(base: number, after: number, until: number): Iterable<string[]> {
    const range = { after, until }
    for (const row of this.#rows(this.#heads, base, range)) {
      this.#require(base, row, ['heads'])
      const lines = toLines(row.heads)
      yield [...linesIn(row, base, range)].map(([line]) => lines[line]!)
    }
  }

  /** Empties the lines whose heads `isDoomed` selects, and returns those heads. Must be called in a transaction. */
  erase(base: number, range: OffsetRange, isDoomed: (head: string) => boolean): string[] {
    const erased: string[] = []
    const doomed: { row: number; lines: number[] }[] = []
    for (const row of this.#rows(this.#heads, base, range)) {
      this.#require(base, row, ['heads'])
      const heads = toLines(row.heads)
      const inRange = [...linesIn(row, base, range)].map(([line]) => line)
      const lines = inRange.filter((line) => heads[line] !== '' && isDoomed(heads[line]!))
      for (const line of lines) erased.push(heads[line]!)
      if (lines.length > 0) doomed.push({ row: row.row, lines })
    }
    // All rows must be read before any is written.
    for (const { row, lines } of doomed) this.#empty(row, lines)
    return erased
  }

  #empty(row: number, lines: readonly number[]): void {
    const chunk = this.#whole.get(row, row) as unknown as ChunkRow
    const { heads, bodies, sents } = linesOf(chunk)
    for (const line of lines) heads[line] = bodies[line] = sents[line] = ''
    const sealed = seal(row, { heads: toBytes(heads), bodies: toBytes(bodies), sents: toBytes(sents) })
    this.#update.run(sealed.heads, sealed.bodies, sealed.sents, row)
    this.#noteRewritten.run(row)
  }

  /** The chunks must follow each other without a gap, even after erasures. */
  verify(base: number, lastOffset: number): ChunkAudit {
    const audit: ChunkAudit = { events: 0, withoutChecksum: 0, damaged: [] }
    let next = 1
    for (const row of this.#rows(this.#whole, base, { after: 0, until: lastOffset })) {
      const first = row.row - base
      if (first !== next) audit.damaged.push(next)
      const states = COLUMNS.map((column) => this.#stateOf(base, row, column))
      if (states.includes('damaged')) audit.damaged.push(first)
      else if (states.includes('none')) audit.withoutChecksum++
      audit.events += row.count
      next = first + row.count
    }
    if (next <= lastOffset) audit.damaged.push(next)
    return audit
  }

  /** Does not detect missing chunks. */
  countDamaged(): number {
    let damaged = 0
    for (const row of this.#whole.iterate(0, Number.MAX_SAFE_INTEGER) as Iterable<unknown> as Iterable<ChunkRow>) {
      const base = Math.floor(row.row / ROWS_PER_SHOP) * ROWS_PER_SHOP
      if (COLUMNS.some((column) => this.#stateOf(base, row, column) === 'damaged')) damaged++
    }
    return damaged
  }

  #require(base: number, row: ChunkRow, columns: readonly Column[]): void {
    if (columns.every((column) => this.#stateOf(base, row, column) !== 'damaged')) return
    const first = row.row - base
    throw new DataDamaged(
      `events ${first} to ${first + row.count - 1} in events.db do not match their checksum: restore a backup (vitrine restore); ` +
        'vitrine doctor --full shows what else is damaged.',
    )
  }

  #stateOf(base: number, row: ChunkRow, column: Column): 'sound' | 'damaged' | 'none' {
    const state = checkChecksum(row[column], placeOf(row.row, column))
    return state === 'none' && row.row - base > this.#checksumsFrom(base) ? 'damaged' : state
  }

  *#rows(statement: StatementSync, base: number, { after, until }: OffsetRange): Iterable<ChunkRow> {
    if (until <= after) return
    const first = base + Math.max(0, after) + 1
    // The chunk that contains the first offset may begin before it.
    const begun = this.#firstRow.get(base, first) as { row: number } | undefined
    yield* statement.iterate(begun?.row ?? first, base + until) as Iterable<unknown> as Iterable<ChunkRow>
  }
}

const COLUMNS: readonly Column[] = ['heads', 'bodies', 'sents']

function placeOf(row: number, column: Column): string {
  return `${row} ${column}`
}

function seal(row: number, chunk: ChunkBytes): ChunkBytes {
  for (const column of COLUMNS) sealChecksum(chunk[column], placeOf(row, column))
  return chunk
}

function linesOf({ heads, bodies, sents }: ChunkBytes): ChunkLines {
  return { heads: toLines(heads), bodies: toLines(bodies), sents: toLines(sents) }
}

function* linesIn(
  { row, count }: { row: number; count: number },
  base: number,
  { after, until }: OffsetRange,
): Iterable<[line: number, offset: number]> {
  const first = row - base
  const from = Math.max(0, after + 1 - first)
  const to = Math.min(count, until + 1 - first)
  for (let line = from; line < to; line++) yield [line, first + line]
}
