/**
 * The filters of many runs, read at once. A byte of a board holds the same bit of up to eight filters: one look tells of all
 * eight that a key is not there, where one look per filter would wait for memory each time. Eight filters take what they took apart.
 */
import { PROBES } from './key-filter.ts'

const RUNS_PER_BOARD = 8

interface Board {
  /** Of each of its filters. */
  filterBytes: number
  bits: Uint8Array
  /** By place; undefined where a run has gone. */
  runs: (number | undefined)[]
}

export class FilterBoards {
  readonly #boards: Board[] = []

  has(run: number): boolean {
    return this.#boards.some(({ runs }) => runs.includes(run))
  }

  add(run: number, filter: Uint8Array): void {
    const last = this.#boards.at(-1)
    const fits = last && last.filterBytes === filter.length && last.runs.length < RUNS_PER_BOARD
    const board = fits ? last : this.#newBoard(filter.length)
    const bit = 1 << board.runs.length
    board.runs.push(run)
    for (let byte = 0; byte < filter.length; byte++) {
      for (let left = filter[byte]!; left !== 0; left &= left - 1) {
        board.bits[byte * 8 + (31 - Math.clz32(left & -left))]! |= bit
      }
    }
  }

  /** All but these have gone. */
  retain(runs: ReadonlySet<number>): void {
    for (const board of this.#boards)
      board.runs = board.runs.map((run) => (run !== undefined && runs.has(run) ? run : undefined))
    const left = this.#boards.filter((board) => board.runs.some((run) => run !== undefined))
    this.#boards.splice(0, this.#boards.length, ...left)
  }

  /** The first run that may hold the key and of which `isIn` says that it does. */
  find(keys: Uint32Array, at: number, isIn: (run: number) => boolean): boolean {
    for (const { bits, runs } of this.#boards) {
      for (let left = candidates(bits, keys, at); left !== 0; left &= left - 1) {
        const run = runs[31 - Math.clz32(left & -left)]
        if (run !== undefined && isIn(run)) return true
      }
    }
    return false
  }

  #newBoard(filterBytes: number): Board {
    const board = { filterBytes, bits: new Uint8Array(filterBytes * 8), runs: [] }
    this.#boards.push(board)
    return board
  }
}

/** A bit for each filter that may hold the key. The places are those of `fillFilter`. */
function candidates(bits: Uint8Array, keys: Uint32Array, at: number): number {
  const mask = bits.length - 1
  const first = keys[at + 2]!
  const step = keys[at + 3]!
  let left = 0xff
  for (let probe = 0; probe < PROBES && left !== 0; probe++) left &= bits[(first + probe * step) & mask]!
  return left
}
