/** A summed-area table of a small picture: any part of it is made into a grid of cells at the same small cost. */
import type { Picture } from '../colors/picture.ts'

/** A grid laid onto a picture: where its first cell begins and how wide and high a cell is, in pixels. */
export interface Grid {
  x: number
  y: number
  cell: number
  columns: number
  rows: number
}

export interface CellOptions {
  /** Stands for what is left out; absent: the rest of the cell does. */
  background?: ArrayLike<number> | undefined
  /** What each channel of the picture is multiplied by. */
  gain?: readonly number[] | undefined
}

/** Red, green, blue, and how much of the place is covered. */
const CHANNELS = 4
const NOTHING = [0, 0, 0]
const AS_IT_IS = [1, 1, 1]
/** Keeps the mean of an empty cell finite. */
const LEAST_COVERED = 1e-6

export class SummedAreaTable {
  readonly width: number
  readonly height: number
  readonly #sums: Float64Array
  // Comparing pictures asks for hundreds of grids: their buffers are used again.
  #corners = new Float64Array(0)
  #cells = new Float32Array(0)

  /** Pixels outside the mask are left out. */
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

  /** The mean color of each cell, three numbers a cell: a view of the table's own buffer, valid until the next call. */
  cells(grid: Grid, { background, gain = AS_IT_IS }: CellOptions = {}): Float32Array {
    const { columns, rows, cell } = grid
    const corners = this.#cornersOf(grid)
    const size = 3 * columns * rows
    if (this.#cells.length < size) this.#cells = new Float32Array(size)
    const cells = this.#cells.subarray(0, size)
    const line = CHANNELS * (columns + 1)
    const area = cell * cell
    const rest = background ?? NOTHING
    for (let i = 0, to = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++, to += 3) {
        const at = line * i + CHANNELS * j
        const [right, below, across] = [at + CHANNELS, at + line, at + line + CHANNELS]
        const covered = corners[across + 3] - corners[below + 3] - corners[right + 3] + corners[at + 3]
        const missing = Math.max(0, 1 - covered / area)
        const share = background ? 1 / area : 1 / Math.max(covered, LEAST_COVERED)
        for (let c = 0; c < 3; c++) {
          const sum = corners[across + c] - corners[below + c] - corners[right + c] + corners[at + c]
          cells[to + c] = sum * share * gain[c] + missing * rest[c]
        }
      }
    }
    return cells
  }

  /** The sums left of and above the corners of all cells, between pixels too. */
  #cornersOf({ x, y, cell, columns, rows }: Grid): Float64Array {
    const line = CHANNELS * (this.width + 1)
    const size = CHANNELS * (columns + 1) * (rows + 1)
    if (this.#corners.length < size) this.#corners = new Float64Array(size)
    const out = this.#corners
    const sums = this.#sums
    for (let i = 0, to = 0; i <= rows; i++) {
      const down = clamped(y + i * cell, this.height)
      const top = pixelAt(down, this.height)
      for (let j = 0; j <= columns; j++) {
        const right = clamped(x + j * cell, this.width)
        const left = pixelAt(right, this.width)
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

/** The picture in fewer pixels; each is the mean of `cell` by `cell` pixels that it covers. */
export function downsample(picture: Picture, { cell, width, height }: { cell: number; width: number; height: number }) {
  const cells = new SummedAreaTable(picture).cells({ x: 0, y: 0, cell, columns: width, rows: height })
  return { width, height, pixels: Uint8Array.from(cells, Math.round) }
}

/** What lies outside counts as the edge. */
function clamped(place: number, size: number): number {
  return Math.max(0, Math.min(size, place))
}

/** The pixel that holds the place; the last one for the far edge. */
function pixelAt(place: number, size: number): number {
  return Math.min(size - 1, Math.floor(place))
}
