/** Finds the parts of a log that may be about a subject, by the hashes of the subjects in every 4096 offsets. */
import type { DatabaseSync } from 'node:sqlite'
import { hashText } from '../sqlite/hash-text.ts'
import { readHead } from './event-lines.ts'
import type { EventChunks, OffsetRange } from './event-chunks.ts'

export const SUBJECTS_PER_BLOCK = 4096
const BLOCK = SUBJECTS_PER_BLOCK

export function subjectIndex(db: DatabaseSync, log: EventChunks) {
  const put = db.prepare('INSERT OR REPLACE INTO subject_blocks (row, hashes) VALUES (?, ?)')
  const find = db.prepare('SELECT 1 FROM subject_blocks WHERE row = ?')
  const scan = db.prepare('SELECT row, hashes FROM subject_blocks WHERE row >= ? AND row < ?')

  function write(base: number, block: number): void {
    const subjects = new Set<string>()
    for (const heads of log.heads(base, block * BLOCK, (block + 1) * BLOCK)) {
      for (const head of heads) if (head !== '') for (const subject of readHead(head).subjects) subjects.add(subject)
    }
    const sorted = Uint32Array.from(new Set([...subjects].map(hash32))).sort()
    put.run(base + block, new Uint8Array(sorted.buffer))
  }

  return {
    /** Writes the blocks that became full between the two offsets. Must be called in a transaction. */
    complete(base: number, offsetBefore: number, offsetNow: number): void {
      for (let block = Math.floor(offsetBefore / BLOCK); block < Math.floor(offsetNow / BLOCK); block++)
        write(base, block)
    },
    /** Must be called after events were erased in a range from `candidateRanges`. */
    rebuild(base: number, { after }: OffsetRange): void {
      const block = after / BLOCK
      if (find.get(base + block)) write(base, block)
    },
    /** In order, with the incomplete block at the end. */
    candidateRanges(base: number, lastOffset: number, subjects: readonly string[]): OffsetRange[] {
      const wanted = subjects.map(hash32)
      const ranges: OffsetRange[] = []
      let next = 0
      for (const { row, hashes } of scan.iterate(base, base + 2 ** 24) as Iterable<{
        row: number
        hashes: Uint8Array
      }>) {
        const block = row - base
        next = block + 1
        const sorted = new Uint32Array(hashes.slice().buffer)
        if (wanted.some((hash) => includesSorted(sorted, hash)))
          ranges.push({ after: block * BLOCK, until: (block + 1) * BLOCK })
      }
      ranges.push({ after: next * BLOCK, until: lastOffset })
      return ranges
    },
  }
}

const hash32 = (subject: string) => hashText(subject) >>> 0

function includesSorted(sorted: Uint32Array, wanted: number): boolean {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const value = sorted[middle] as number
    if (value === wanted) return true
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}
