/** Sums over the rectangles of a small picture: any part of it is made into a grid of cells at the same small cost. */
import type { Picture } from '../colors/picture.ts'

/** A grid laid onto a picture: where its first cell begins and how wide and high a cell is, in pixels. */
export interface Grid {
  x: number
  y: number
  cell: number
  columns: number
  rows: number
}

/** Red, green, blue, and how much of the place is there. */
const CHANNELS = 4
const NOTHING = [0, 0, 0]
/** Nothing is divided by nothing. */
const LEAST_THERE = 1e-6

export class AreaSums {
  readonly width: number
  readonly height: number
  readonly #sums: Float64Array

  /** Pixels outside the mask count as not there. */
  constructor({ width, height, pixels }: Picture, mask?: Uint8Array) {
    this.width = width
    this.height = height
    const line = CHANNELS * (width + 1)
    const sums = new Float64Array(line * (height + 1))
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [from, to] = [y * width + x, line * (y + 1) + CHANNELS * (x + 1)]
        const share = mask ? mask[from] : 1
        for (let c = 0; c < CHANNELS; c++) {
          const value = c < 3 ? pixels[3 * from + c] : 1
          sums[to + c] = share * value + sums[to + c - CHANNELS] + sums[to + c - line] - sums[to + c - line - CHANNELS]
        }
      }
    }
    this.#sums = sums
  }

  /** The mean color of each cell into `target`, three numbers a cell. `background` stands for what is not there; absent: the rest of the cell does. */
  cells(grid: Grid, target: Float32Array, background?: ArrayLike<number>): void {
    const { columns, rows, cell } = grid
    const corners = this.#corners(grid)
    const line = CHANNELS * (columns + 1)
    const area = cell * cell
    const rest = background ?? NOTHING
    for (let i = 0, to = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++, to += 3) {
        const at = line * i + CHANNELS * j
        const [right, below, across] = [at + CHANNELS, at + line, at + line + CHANNELS]
        const there = corners[across + 3] - corners[below + 3] - corners[right + 3] + corners[at + 3]
        const missing = Math.max(0, 1 - there / area)
        const share = background ? 1 / area : 1 / Math.max(there, LEAST_THERE)
        for (let c = 0; c < 3; c++) {
          const sum = corners[across + c] - corners[below + c] - corners[right + c] + corners[at + c]
          target[to + c] = sum * share + missing * rest[c]
        }
      }
    }
  }

  /** The sums left of and above the corners of all cells, between pixels too. */
  #corners({ x, y, cell, columns, rows }: Grid): Float64Array {
    const line = CHANNELS * (this.width + 1)
    const out = scratchOf(CHANNELS * (columns + 1) * (rows + 1))
    const sums = this.#sums
    for (let i = 0, to = 0; i <= rows; i++) {
      const down = within(y + i * cell, this.height)
      const top = wholeOf(down, this.height)
      for (let j = 0; j <= columns; j++) {
        const right = within(x + j * cell, this.width)
        const left = wholeOf(right, this.width)
        const at = line * top + CHANNELS * left
        for (let c = at; c < at + CHANNELS; c++, to++) {
          const above = sums[c] + (right - left) * (sums[c + CHANNELS] - sums[c])
          const below = sums[c + line] + (right - left) * (sums[c + line + CHANNELS] - sums[c + line])
          out[to] = above + (down - top) * (below - above)
        }
      }
    }
    return out
  }
}

let scratch = new Float64Array(4096)

/** Used again by the next call: comparing pictures asks for hundreds of grids. */
function scratchOf(size: number): Float64Array {
  if (scratch.length < size) scratch = new Float64Array(size)
  return scratch
}

/** What lies outside counts as the edge. */
function within(place: number, size: number): number {
  return Math.max(0, Math.min(size, place))
}

/** The last pixel that begins before a place. */
function wholeOf(place: number, size: number): number {
  return Math.min(size - 1, Math.floor(place))
}
