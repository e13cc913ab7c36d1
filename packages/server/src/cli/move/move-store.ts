/** Copies a store table by table, then compares rows and checksums. An interrupted move continues where it ended. */
import { Refusal } from '../../features/errors.ts'
import { MOVED_TABLES, type MovedTable } from './moved-tables.ts'
import { type Row, TableChecksum, type TableSum } from './table-checksum.ts'

export interface StoreEnd {
  readonly name: string
  read(table: MovedTable): AsyncIterable<readonly Row[]>
  /** Replaces all rows of the table, or none. */
  replace(table: MovedTable, pages: AsyncIterable<readonly Row[]>): Promise<void>
  /** Called after all tables: sets counters that are higher than the rows imply. */
  finish(from: { lastSeq: number }): Promise<void>
  lastSeq(): Promise<number>
  close(): Promise<void>
}

export interface MovedLine extends TableSum {
  table: string
  state: 'copied' | 'was there'
}

export async function moveStore(from: StoreEnd, to: StoreEnd, say: (line: MovedLine) => void): Promise<MovedLine[]> {
  await refuseOtherShops(from, to)
  const lines: MovedLine[] = []
  for (const table of MOVED_TABLES) {
    const wanted = await sumOf(from, table)
    const isThere = isSame(wanted, await sumOf(to, table))
    if (!isThere) await to.replace(table, from.read(table))
    const line: MovedLine = {
      table: `${table.file} ${table.sqlite}`,
      state: isThere ? 'was there' : 'copied',
      ...wanted,
    }
    lines.push(line)
    say(line)
  }
  await to.finish({ lastSeq: await from.lastSeq() })
  // Compares all tables again: copying later tables may have removed rows from earlier ones.
  for (const table of MOVED_TABLES) {
    const [wanted, found] = [await sumOf(from, table), await sumOf(to, table)]
    if (!isSame(wanted, found))
      throw new Refusal(
        409,
        `${table.file} ${table.sqlite}: ${found.rows} rows (${found.checksum}) in ${to.name} instead of ${wanted.rows} (${wanted.checksum}): run the move again`,
      )
  }
  return lines
}

function isSame(a: TableSum, b: TableSum): boolean {
  return a.rows === b.rows && a.checksum === b.checksum
}

async function sumOf(end: StoreEnd, table: MovedTable): Promise<TableSum> {
  const checksum = new TableChecksum()
  for await (const page of end.read(table)) for (const row of page) checksum.add(row)
  return checksum.sum
}

/** An interrupted move leaves shops in the target, but only ones that the source also has. */
async function refuseOtherShops(from: StoreEnd, to: StoreEnd): Promise<void> {
  const known = await shopsOf(from)
  const others = [...(await shopsOf(to))].filter((shop) => !known.has(shop))
  if (others.length > 0)
    throw new Refusal(
      409,
      `${to.name} has shops that ${from.name} does not have (${others[0]}): move into an empty store`,
    )
}

async function shopsOf(end: StoreEnd): Promise<Set<string>> {
  const shops = MOVED_TABLES[0] as MovedTable
  const id = shops.columns.indexOf('id')
  const found = new Set<string>()
  for await (const page of end.read(shops)) for (const row of page) found.add(row[id] as string)
  return found
}
