/** Measures how well a thumbnail fits a picture at a given position and scale. */
import { borderColor, type Picture } from '../colors/picture.ts'
import type { CellOptions, SummedAreaTable } from './summed-area-table.ts'

/** In pixels; right and bottom are exclusive. */
export interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

/** Position on a thumbnail: the picture begins at (x, y), and `cell` pixels of it make one pixel. */
export interface Alignment extends CellOptions {
  table: SummedAreaTable
  /** The compared part of the thumbnail. */
  within: Edges
  /** The compared pixels of `within`; all if absent. */
  mask?: Uint8Array | undefined
  cell: number
  x: number
  y: number
}

export interface ScoredAlignment {
  alignment: Alignment
  score: number
}

/** Mean difference, in levels, from which the score is 0. */
const OTHER_SHADE = 48

/**
 * Lowers the score of an object in another shade, which otherwise agrees in nearly everything. Differences are weighted
 * by contrast with the background. Pixels are compared in blocks of four, because thumbnails store one hue for four:
 * in thin objects, a single pixel has little color.
 */
export function penalizeOtherShade(thumbnail: Picture, { alignment, score }: ScoredAlignment): number {
  // Masked alignments need no penalty: without the background, an object in another shade does not agree at all.
  const overlap = alignment.mask ? undefined : overlappingCells(alignment)
  if (overlap === undefined) return score
  const { patch, common } = overlap
  const background = borderColor(thumbnail)
  const columns = common.right - common.left
  const differences = [0, 0, 0]
  const by = [0, 0, 0]
  let weights = 0
  for (let y = evenFrom(common.top); y + 1 < common.bottom; y += 2) {
    for (let x = evenFrom(common.left); x + 1 < common.right; x += 2) {
      const own = 3 * (y * thumbnail.width + x)
      const other = 3 * ((y - common.top) * columns + x - common.left)
      let weight = 0
      for (let c = 0; c < 3; c++) {
        const level = meanOfFour(thumbnail.pixels, own + c, 3 * thumbnail.width)
        by[c] = level - meanOfFour(patch, other + c, 3 * columns)
        weight += Math.abs(level - background[c])
      }
      weights += weight
      for (let c = 0; c < 3; c++) differences[c] += weight * by[c]
    }
  }
  const other = Math.max(...differences.map(Math.abs)) / Math.max(1, weights) / OTHER_SHADE
  return score * Math.max(0, 1 - other * other)
}

function evenFrom(place: number): number {
  return place + (place % 2)
}

function meanOfFour(levels: ArrayLike<number>, at: number, line: number): number {
  return (levels[at] + levels[at + 3] + levels[at + line] + levels[at + line + 3]) / 4
}

/** Smallest meaningful overlap, as a share of the thumbnail. */
const MIN_COMMON = 0.2
/** Share of a cell that may be outside the picture. */
const OUTSIDE = 0.3

export function alignmentScore(thumbnail: Picture, alignment: Alignment): number {
  return overlapScore(thumbnail, alignment, overlappingCells(alignment))
}

export function overlapScore(
  thumbnail: Picture,
  { mask, background }: Alignment,
  overlap: Overlap | undefined,
): number {
  if (overlap === undefined) return -1
  const found = explainedVariance(thumbnail, overlap.patch, overlap.common, mask)
  // A filled-in background always agrees with the thumbnail's background, so differences count twice.
  return background ? 2 * found - 1 : found
}

export interface Overlap {
  /** Three numbers per cell. */
  patch: Float32Array
  common: Edges
}

/** Returns undefined if the overlap is too small. The result is valid until the next call for the same picture. */
export function overlappingCells({ table, within, cell, x, y, background, gain }: Alignment): Overlap | undefined {
  const common = {
    left: Math.max(within.left, Math.ceil(x - OUTSIDE)),
    top: Math.max(within.top, Math.ceil(y - OUTSIDE)),
    right: Math.min(within.right, Math.floor(x + table.width / cell + OUTSIDE)),
    bottom: Math.min(within.bottom, Math.floor(y + table.height / cell + OUTSIDE)),
  }
  const [columns, rows] = [common.right - common.left, common.bottom - common.top]
  const asked = (within.right - within.left) * (within.bottom - within.top)
  if (columns <= 0 || rows <= 0 || columns * rows < MIN_COMMON * asked) return undefined
  const grid = { x: (common.left - x) * cell, y: (common.top - y) * cell, cell, columns, rows }
  return { patch: table.cells(grid, { background, gain }), common }
}

/** Squared change of a cell through recompression, which is the smallest meaningful variance. */
export const NOISE = 30

/** Returns the share of variance that thumbnail and patch have in common. With a mask, only its pixels count. */
export function explainedVariance(
  { width, pixels }: Picture,
  patch: ArrayLike<number>,
  { left, top, right, bottom }: Edges,
  mask?: Uint8Array,
): number {
  let difference = 0
  let squares = 0
  let patchSquares = 0
  let count = 0
  let redSum = 0
  let greenSum = 0
  let blueSum = 0
  let patchRedSum = 0
  let patchGreenSum = 0
  let patchBlueSum = 0
  for (let y = top, at = 0; y < bottom; y++) {
    const end = y * width + right
    for (let place = y * width + left; place < end; place++, at += 3) {
      if (mask !== undefined && mask[place] === 0) continue
      const red = pixels[3 * place]
      const green = pixels[3 * place + 1]
      const blue = pixels[3 * place + 2]
      const patchRed = patch[at]
      const patchGreen = patch[at + 1]
      const patchBlue = patch[at + 2]
      const byRed = red - patchRed
      const byGreen = green - patchGreen
      const byBlue = blue - patchBlue
      difference += byRed * byRed + byGreen * byGreen + byBlue * byBlue
      squares += red * red + green * green + blue * blue
      patchSquares += patchRed * patchRed + patchGreen * patchGreen + patchBlue * patchBlue
      redSum += red
      greenSum += green
      blueSum += blue
      patchRedSum += patchRed
      patchGreenSum += patchGreen
      patchBlueSum += patchBlue
      count++
    }
  }
  if (count === 0) return -1
  const ownVariation = squares - (redSum ** 2 + greenSum ** 2 + blueSum ** 2) / count
  const patchVariation = patchSquares - (patchRedSum ** 2 + patchGreenSum ** 2 + patchBlueSum ** 2) / count
  const variation = Math.max(ownVariation, patchVariation)
  return (variation - difference) / (variation + NOISE * count)
}
