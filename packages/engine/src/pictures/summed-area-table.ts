/** Turns any part of a small picture into a grid of cells, at a cost that does not depend on the part's size. */
import type { Picture } from '../colors/picture.ts'

/** Origin of a grid on a picture, and the side of a cell, in pixels. */
export interface Grid {
  x: number
  y: number
  cell: number
  columns: number
  rows: number
}

export interface CellOptions {
  /** Color outside the picture or mask. If absent, only the inside of a cell counts. */
  background?: ArrayLike<number> | undefined
  gain?: readonly number[] | undefined
}

const CHANNELS = 3
const NOTHING = [0, 0, 0]
export const AS_IT_IS = [1, 1, 1]
/** Avoids division by zero for empty cells. */
const MIN_COVERED = 1e-6

// These methods run on thousands of grids per query, so buffers are reused, and loops do not destructure.
export class SummedAreaTable {
  readonly width: number
  readonly height: number
  readonly #sums: Float64Array
  /** Prefix sums of the mask; absent without a mask. */
  readonly #covered: Float64Array | undefined
  /** For each boundary between columns: its pixel, and its position within the pixel. */
  #pixels = new Int32Array(0)
  #shares = new Float64Array(0)
  /** Prefix sums at two boundaries between rows, for each corner. */
  #above = new Float64Array(0)
  #below = new Float64Array(0)
  /** Covered area between both boundaries, to the left of each corner. */
  #coveredLeft = new Float64Array(0)
  #cells = new Float32Array(0)

  /** Sums exclude pixels outside the mask. */
  constructor({ width, height, pixels }: Picture, mask?: Uint8Array) {
    this.width = width
    this.height = height
    const line = width + 1
    const sums = new Float64Array(CHANNELS * line * (height + 1))
    const covered = mask && new Float64Array(line * (height + 1))
    for (let y = 0, from = 0; y < height; y++) {
      let red = 0
      let green = 0
      let blue = 0
      let count = 0
      for (let x = 0, to = line * (y + 1) + 1; x < width; x++, from++, to++) {
        if (mask === undefined || mask[from] === 1) {
          red += pixels[3 * from]
          green += pixels[3 * from + 1]
          blue += pixels[3 * from + 2]
          count++
        }
        sums[3 * to] = sums[3 * (to - line)] + red
        sums[3 * to + 1] = sums[3 * (to - line) + 1] + green
        sums[3 * to + 2] = sums[3 * (to - line) + 2] + blue
        if (covered !== undefined) covered[to] = covered[to - line] + count
      }
    }
    this.#sums = sums
    this.#covered = covered
  }

  /** Returns three numbers per cell, in a buffer that the next call overwrites. */
  cells(grid: Grid, { background, gain = AS_IT_IS }: CellOptions = {}): Float32Array {
    const { y, columns, rows, cell } = grid
    this.#layColumns(grid)
    const size = CHANNELS * columns * rows
    if (this.#cells.length < size) this.#cells = new Float32Array(size)
    const cells = this.#cells
    const coveredLeft = this.#coveredLeft
    const area = cell * cell
    const gainRed = gain[0]
    const gainGreen = gain[1]
    const gainBlue = gain[2]
    const rest = background ?? NOTHING
    const restRed = rest[0]
    const restGreen = rest[1]
    const restBlue = rest[2]
    const isFilled = background !== undefined
    let above = this.#above
    let below = this.#below
    this.#sumLine(y, columns, above)
    for (let i = 0, to = 0; i < rows; i++) {
      this.#sumLine(y + (i + 1) * cell, columns, below)
      this.#cover(y + i * cell, y + (i + 1) * cell, columns)
      let red = below[0] - above[0]
      let green = below[1] - above[1]
      let blue = below[2] - above[2]
      for (let j = 1, at = 3; j <= columns; j++, at += 3, to += 3) {
        const covered = coveredLeft[j] - coveredLeft[j - 1]
        const share = 1 / (isFilled ? area : Math.max(covered, MIN_COVERED))
        const missing = isFilled ? Math.max(0, 1 - covered * share) : 0
        const nextRed = below[at] - above[at]
        const nextGreen = below[at + 1] - above[at + 1]
        const nextBlue = below[at + 2] - above[at + 2]
        cells[to] = (nextRed - red) * share * gainRed + missing * restRed
        cells[to + 1] = (nextGreen - green) * share * gainGreen + missing * restGreen
        cells[to + 2] = (nextBlue - blue) * share * gainBlue + missing * restBlue
        red = nextRed
        green = nextGreen
        blue = nextBlue
      }
      const done = above
      above = below
      below = done
    }
    return cells.subarray(0, size)
  }

  #layColumns({ x, cell, columns }: Grid): void {
    if (this.#pixels.length <= columns) {
      this.#pixels = new Int32Array(columns + 1)
      this.#shares = new Float64Array(columns + 1)
      this.#coveredLeft = new Float64Array(columns + 1)
      this.#above = new Float64Array(CHANNELS * (columns + 1))
      this.#below = new Float64Array(CHANNELS * (columns + 1))
    }
    for (let j = 0; j <= columns; j++) {
      const place = clamped(x + j * cell, this.width)
      this.#pixels[j] = pixelAt(place, this.width)
      this.#shares[j] = place - this.#pixels[j]
    }
  }

  #sumLine(y: number, columns: number, out: Float64Array): void {
    const sums = this.#sums
    const pixels = this.#pixels
    const shares = this.#shares
    const line = CHANNELS * (this.width + 1)
    const place = clamped(y, this.height)
    const row = pixelAt(place, this.height)
    const lower = place - row
    for (let j = 0, to = 0; j <= columns; j++, to += 3) {
      const share = shares[j]
      const at = line * row + CHANNELS * pixels[j]
      const under = at + line
      const red = sums[at] + share * (sums[at + 3] - sums[at])
      const green = sums[at + 1] + share * (sums[at + 4] - sums[at + 1])
      const blue = sums[at + 2] + share * (sums[at + 5] - sums[at + 2])
      const redUnder = sums[under] + share * (sums[under + 3] - sums[under])
      const greenUnder = sums[under + 1] + share * (sums[under + 4] - sums[under + 1])
      const blueUnder = sums[under + 2] + share * (sums[under + 5] - sums[under + 2])
      out[to] = red + lower * (redUnder - red)
      out[to + 1] = green + lower * (greenUnder - green)
      out[to + 2] = blue + lower * (blueUnder - blue)
    }
  }

  #cover(from: number, to: number, columns: number): void {
    const covered = this.#covered
    const left = this.#coveredLeft
    const pixels = this.#pixels
    const shares = this.#shares
    const top = clamped(from, this.height)
    const bottom = clamped(to, this.height)
    if (covered === undefined) for (let j = 0; j <= columns; j++) left[j] = (pixels[j] + shares[j]) * (bottom - top)
    else
      for (let j = 0; j <= columns; j++)
        left[j] = this.#coveredAt(covered, j, bottom) - this.#coveredAt(covered, j, top)
  }

  #coveredAt(covered: Float64Array, j: number, y: number): number {
    const line = this.width + 1
    const row = pixelAt(y, this.height)
    const at = line * row + this.#pixels[j]
    const share = this.#shares[j]
    const above = covered[at] + share * (covered[at + 1] - covered[at])
    const under = covered[at + line] + share * (covered[at + line + 1] - covered[at + line])
    return above + (y - row) * (under - above)
  }
}

/** Each pixel of the result is the mean of `cell` by `cell` pixels. */
export function downsample(picture: Picture, { cell, width, height }: { cell: number; width: number; height: number }) {
  const cells = new SummedAreaTable(picture).cells({ x: 0, y: 0, cell, columns: width, rows: height })
  const pixels = new Uint8Array(cells.length)
  for (let i = 0; i < cells.length; i++) pixels[i] = Math.round(cells[i])
  return { width, height, pixels }
}

function clamped(place: number, size: number): number {
  return Math.max(0, Math.min(size, place))
}

/** The far edge belongs to the last pixel. */
function pixelAt(place: number, size: number): number {
  return Math.min(size - 1, Math.floor(place))
}
