/** A byte contains the same bit of up to eight filters, so that one memory access rules out eight runs. */
import { PROBES } from './bloom-filter.ts'

const FILTERS_PER_SLICE = 8

interface BitSlice {
  filterBytes: number
  bits: Uint8Array
  /** Run of each bit; undefined if the run was removed. */
  runs: (number | undefined)[]
}

export class BitSlicedBloomFilters {
  readonly #slices: BitSlice[] = []

  has(run: number): boolean {
    return this.#slices.some(({ runs }) => runs.includes(run))
  }

  add(run: number, filter: Uint8Array): void {
    const last = this.#slices.at(-1)
    const fits = last && last.filterBytes === filter.length && last.runs.length < FILTERS_PER_SLICE
    const slice = fits ? last : this.#newSlice(filter.length)
    const bit = 1 << slice.runs.length
    slice.runs.push(run)
    for (let byte = 0; byte < filter.length; byte++) {
      for (let left = filter[byte]!; left !== 0; left &= left - 1) {
        slice.bits[byte * 8 + (31 - Math.clz32(left & -left))]! |= bit
      }
    }
  }

  retain(runs: ReadonlySet<number>): void {
    for (const slice of this.#slices)
      slice.runs = slice.runs.map((run) => (run !== undefined && runs.has(run) ? run : undefined))
    const left = this.#slices.filter((slice) => slice.runs.some((run) => run !== undefined))
    this.#slices.splice(0, this.#slices.length, ...left)
  }

  /** `isIn` is called for runs whose filter may contain the key. */
  find(keys: Uint32Array, at: number, isIn: (run: number) => boolean): boolean {
    for (const { bits, runs } of this.#slices) {
      for (let left = candidates(bits, keys, at); left !== 0; left &= left - 1) {
        const run = runs[31 - Math.clz32(left & -left)]
        if (run !== undefined && isIn(run)) return true
      }
    }
    return false
  }

  #newSlice(filterBytes: number): BitSlice {
    const slice = { filterBytes, bits: new Uint8Array(filterBytes * 8), runs: [] }
    this.#slices.push(slice)
    return slice
  }
}

/** Returns one bit per filter that may contain the key. Positions are computed as in `buildBloomFilter`. */
function candidates(bits: Uint8Array, keys: Uint32Array, at: number): number {
  const mask = bits.length - 1
  const first = keys[at + 2]!
  const step = keys[at + 3]!
  let left = 0xff
  for (let probe = 0; probe < PROBES && left !== 0; probe++) left &= bits[(first + probe * step) & mask]!
  return left
}
