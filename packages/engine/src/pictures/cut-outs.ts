/**
 * Locates a picture within the picture of a thumbnail by correlation, at half the resolution. One pass over a position
 * gives the fit for every exposure.
 */
import type { Picture } from '../colors/picture.ts'
import { NOISE } from './alignment.ts'
import { downsample, type SummedAreaTable } from './summed-area-table.ts'

export interface Cut {
  /** Pixels of the picture per pixel of the halved thumbnail. */
  cell: number
  columns: number
  rows: number
  patch: Float32Array
  /** Sums by channel. */
  sums: readonly number[]
  squares: readonly number[]
}

export interface Placing {
  cell: number
  x: number
  y: number
  /** Explained variance at half the resolution. */
  score: number
}

/** Minimum share of each side of the thumbnail that the picture covers. */
const MIN_CUT = 0.5
const CUT_STEP = 0.93
/** Number of positions that are refined. */
const BEST_CUTS = 3

export function cutsFor(whole: SummedAreaTable, thumbnail: Pick<Picture, 'width' | 'height'>): Cut[] {
  const { width, height } = halfOf(thumbnail)
  const fits = Math.max(whole.width / width, whole.height / height)
  const cuts: Cut[] = []
  for (let share = 1; share >= MIN_CUT; share *= CUT_STEP) {
    const cell = fits / share
    const columns = Math.max(1, Math.min(width, Math.round(whole.width / cell)))
    const rows = Math.max(1, Math.min(height, Math.round(whole.height / cell)))
    const patch = whole.cells({ x: 0, y: 0, cell, columns, rows }).slice()
    const sums = [0, 0, 0]
    const squares = [0, 0, 0]
    for (let i = 0; i < patch.length; i++) {
      sums[i % 3] += patch[i]
      squares[i % 3] += patch[i] * patch[i]
    }
    cuts.push({ cell, columns, rows, patch, sums, squares })
  }
  return cuts
}

/** `corners` are prefix sums at each corner: red, green, blue and the sum of squares. */
export interface HalvedThumbnail extends Picture {
  corners: Float64Array
}

export function halvedThumbnail(thumbnail: Picture): HalvedThumbnail {
  const small = downsample(thumbnail, { cell: 2, ...halfOf(thumbnail) })
  const { width, height, pixels } = small
  const line = 4 * (width + 1)
  const corners = new Float64Array(line * (height + 1))
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, to = line * (y + 1) + 4; x < width; x++, from += 3, to += 4) {
      const red = pixels[from]
      const green = pixels[from + 1]
      const blue = pixels[from + 2]
      const squares = red * red + green * green + blue * blue
      corners[to] = red + corners[to - 4] + corners[to - line] - corners[to - line - 4]
      corners[to + 1] = green + corners[to - 3] + corners[to + 1 - line] - corners[to - line - 3]
      corners[to + 2] = blue + corners[to - 2] + corners[to + 2 - line] - corners[to - line - 2]
      corners[to + 3] = squares + corners[to - 1] + corners[to + 3 - line] - corners[to - line - 1]
    }
  }
  return { ...small, corners }
}

/** Returns the best positions of the cuts for each exposure, best first. */
export function placeCuts(
  cuts: readonly Cut[],
  thumbnail: HalvedThumbnail,
  lights: readonly (readonly number[])[],
): Placing[][] {
  const best = lights.map(() => new BestPlacings())
  for (const cut of cuts) {
    for (let y = 0; y <= thumbnail.height - cut.rows; y++) {
      for (let x = 0; x <= thumbnail.width - cut.columns; x++) {
        correlate(cut, thumbnail, x, y)
        for (let i = 0; i < lights.length; i++) {
          const score = scoreIn(lights[i], cut, thumbnail, x, y)
          if (score > best[i].least) best[i].add({ cell: cut.cell / 2, x: 2 * x, y: 2 * y, score })
        }
      }
    }
  }
  return best.map(({ placings }) => placings)
}

/** Σ pixel × pixel of patch and picture at the last position, by channel. */
const products = new Float64Array(3)

function correlate({ columns, rows, patch }: Cut, { width, pixels }: Picture, x: number, y: number): void {
  let red = 0
  let green = 0
  let blue = 0
  for (let row = 0, at = 0; row < rows; row++) {
    const from = 3 * ((y + row) * width + x)
    for (let place = from; place < from + 3 * columns; place += 3, at += 3) {
      red += pixels[place] * patch[at]
      green += pixels[place + 1] * patch[at + 1]
      blue += pixels[place + 2] * patch[at + 2]
    }
  }
  products[0] = red
  products[1] = green
  products[2] = blue
}

function scoreIn(
  light: readonly number[],
  { columns, rows, sums, squares }: Cut,
  { width, corners }: HalvedThumbnail,
  x: number,
  y: number,
): number {
  const count = columns * rows
  const line = 4 * (width + 1)
  const above = line * y + 4 * x
  const below = above + line * rows
  const across = 4 * columns
  const ownSquares = corners[below + across + 3] - corners[below + 3] - corners[above + across + 3] + corners[above + 3]
  let ownVariation = ownSquares
  let patchVariation = 0
  let difference = ownSquares
  for (let c = 0; c < 3; c++) {
    const own = corners[below + across + c] - corners[below + c] - corners[above + across + c] + corners[above + c]
    const gain = light[c]
    ownVariation -= (own * own) / count
    patchVariation += gain * gain * (squares[c] - (sums[c] * sums[c]) / count)
    difference += gain * (gain * squares[c] - 2 * products[c])
  }
  const variation = Math.max(ownVariation, patchVariation)
  return (variation - difference) / (variation + NOISE * count)
}

class BestPlacings {
  readonly placings: Placing[] = []

  get least(): number {
    return this.placings.length < BEST_CUTS ? Number.NEGATIVE_INFINITY : this.placings[BEST_CUTS - 1].score
  }

  add(placing: Placing): void {
    this.placings.push(placing)
    this.placings.sort((a, b) => b.score - a.score)
    if (this.placings.length > BEST_CUTS) this.placings.pop()
  }
}

function halfOf({ width, height }: Pick<Picture, 'width' | 'height'>): { width: number; height: number } {
  return { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) }
}
