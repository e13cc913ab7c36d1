/** For every 4096 offsets, stores the sorted hashes of the subjects in them. */
import type { Sql } from '../postgres/database.ts'
import { hashText } from '../sqlite/hash-text.ts'
import { type LogSql, type OffsetRange, subjectsIn } from './postgres-runs.ts'
import { SUBJECTS_PER_BLOCK as BLOCK } from './subject-index.ts'

/** Must be called in a transaction. */
export async function completeBlocks(sql: LogSql, shopNo: number, before: number, now: number): Promise<void> {
  for (let block = Math.floor(before / BLOCK); block < Math.floor(now / BLOCK); block++)
    await writeBlock(sql, shopNo, block)
}

export function isBlockFull(before: number, now: number): boolean {
  return Math.floor(before / BLOCK) < Math.floor(now / BLOCK)
}

/** Must be called after events were erased in a range from `candidateRanges`. The end of the log has no block yet. */
export async function rebuildBlock(sql: LogSql, shopNo: number, { after, until }: OffsetRange): Promise<void> {
  if (until - after === BLOCK) await writeBlock(sql, shopNo, after / BLOCK)
}

/** Returns the ranges that may be about the subjects, in order, with the incomplete block at the end. */
export async function candidateRanges(
  sql: Sql,
  shopNo: number,
  lastOffset: number,
  subjects: readonly string[],
): Promise<OffsetRange[]> {
  const wanted = subjects.map(hash32)
  const rows = await sql.rows<{ block: number; hashes: Buffer }>(
    'SELECT block, hashes FROM log_subject_blocks WHERE shop_no = $1 ORDER BY block',
    [shopNo],
  )
  const ranges = rows
    .filter(({ hashes }) => {
      const known = new Set(new Uint32Array(Uint8Array.from(hashes).buffer))
      return wanted.some((hash) => known.has(hash))
    })
    .map(({ block }) => ({ after: block * BLOCK, until: (block + 1) * BLOCK }))
  const whole = ((rows.at(-1)?.block ?? -1) + 1) * BLOCK
  return whole < lastOffset ? [...ranges, { after: whole, until: lastOffset }] : ranges
}

async function writeBlock(sql: LogSql, shopNo: number, block: number): Promise<void> {
  const subjects = await subjectsIn(sql, shopNo, { after: block * BLOCK, until: (block + 1) * BLOCK })
  const sorted = Uint32Array.from(new Set([...subjects].map(hash32))).sort()
  await sql.run(
    `INSERT INTO log_subject_blocks (shop_no, block, hashes) VALUES ($1, $2, $3)
     ON CONFLICT (shop_no, block) DO UPDATE SET hashes = excluded.hashes`,
    [shopNo, block, Buffer.from(sorted.buffer)],
  )
}

const hash32 = (subject: string) => hashText(subject) >>> 0
