/** How well a thumbnail fits a picture where it is laid on it, and how it is moved until it fits best. */
import { borderColor, type Picture } from '../colors/picture.ts'
import type { CellOptions, SummedAreaTable } from './summed-area-table.ts'

/** In pixels; right and bottom lie behind the last. */
export interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

/** How a picture lies on a thumbnail: `cell` pixels of the picture are one of the thumbnail, at whose place (x, y) the picture begins. */
export interface Alignment extends CellOptions {
  table: SummedAreaTable
  /** The part of the thumbnail that is compared. */
  within: Edges
  /** Of that part, the pixels of the thumbnail that are compared; absent: all. */
  mask?: Uint8Array | undefined
  cell: number
  x: number
  y: number
}

export interface ScoredAlignment {
  alignment: Alignment
  score: number
}

/** By what the size is changed, and by how many cells the place: first, and then finer. */
const ROUNDS = [
  { size: 0.06, shift: 0.6 },
  { size: 0.03, shift: 0.3 },
  { size: 0.015, shift: 0.15 },
  { size: 0.0075, shift: 0.075 },
]
/** One move makes another worth while, so each round is gone through again as long as it helps. */
const MOST_TURNS = 4
/** What scores less than this after the first round is another picture: no moving makes it the same. */
const HOPELESS = 0.5

/** Coordinate descent over scale and place, from coarse steps to fine ones. */
export function refineAlignment(thumbnail: Picture, from: ScoredAlignment): ScoredAlignment {
  let best = from
  for (const { size, shift } of ROUNDS) {
    const moves = [scaledBy(1 - size), scaledBy(1 + size), across(-shift), across(shift), down(-shift), down(shift)]
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const before = best
      for (const move of moves) best = better(thumbnail, best, move(best.alignment))
      if (best === before) break
    }
    if (best.score < HOPELESS) return best
  }
  return best
}

function better(thumbnail: Picture, best: ScoredAlignment, alignment: Alignment): ScoredAlignment {
  const score = alignmentScore(thumbnail, alignment)
  return score > best.score ? { alignment, score } : best
}

const across = (cells: number) => (alignment: Alignment) => ({ ...alignment, x: alignment.x + cells })
const down = (cells: number) => (alignment: Alignment) => ({ ...alignment, y: alignment.y + cells })

/** About the middle of what is compared. */
const scaledBy = (factor: number) => (alignment: Alignment) => {
  const { within, cell, x, y } = alignment
  const [middle, center] = [(within.left + within.right) / 2, (within.top + within.bottom) / 2]
  return { ...alignment, cell: cell * factor, x: middle - (middle - x) / factor, y: center - (center - y) / factor }
}

/** Levels by which the shade of an object may differ; half of it hardly counts. */
const OTHER_SHADE = 48

/**
 * The same object in another shade agrees in nearly everything, and is another picture. Told by the mean, what stands out from the
 * background counting most. Four pixels of a thumbnail share their hue, so they are taken together: a thin object has little color in each.
 */
export function penalizeOtherShade(thumbnail: Picture, { alignment, score }: ScoredAlignment): number {
  // Without its background, an object of another shade has nothing to agree in.
  const overlap = alignment.mask ? undefined : overlappingCells(alignment)
  if (overlap === undefined) return score
  const { patch, common } = overlap
  const background = borderColor(thumbnail)
  const columns = common.right - common.left
  const differences = [0, 0, 0]
  let weights = 0
  for (let y = evenFrom(common.top); y + 1 < common.bottom; y += 2) {
    for (let x = evenFrom(common.left); x + 1 < common.right; x += 2) {
      const own = meanOfFour(thumbnail.pixels, 3 * (y * thumbnail.width + x), 3 * thumbnail.width)
      const other = meanOfFour(patch, 3 * ((y - common.top) * columns + x - common.left), 3 * columns)
      const weight = background.reduce((sum, level, c) => sum + Math.abs(own[c]! - level), 0)
      weights += weight
      for (let c = 0; c < 3; c++) differences[c] += weight * (own[c]! - other[c]!)
    }
  }
  const other = Math.max(...differences.map(Math.abs)) / Math.max(1, weights) / OTHER_SHADE
  return score * Math.max(0, 1 - other * other)
}

function evenFrom(place: number): number {
  return place + (place % 2)
}

function meanOfFour(pixels: ArrayLike<number>, at: number, line: number): number[] {
  return [0, 1, 2].map((c) => {
    const from = at + c
    return (pixels[from]! + pixels[from + 3]! + pixels[from + line]! + pixels[from + line + 3]!) / 4
  })
}

/** Of the thumbnail: less in common says nothing. */
const LEAST_COMMON = 0.2
/** Of a cell that may lie outside the picture. */
const OUTSIDE = 0.3

export function alignmentScore(thumbnail: Picture, alignment: Alignment): number {
  const overlap = overlappingCells(alignment)
  if (overlap === undefined) return -1
  const found = explainedVariance(thumbnail, overlap.patch, overlap.common, alignment.mask)
  // The background was put there, so it cannot agree: what differs counts twice.
  return alignment.background ? 2 * found - 1 : found
}

/** What of the picture lies over the thumbnail, valid until the next of that picture; undefined where it is too little. */
function overlappingCells({
  table,
  within,
  cell,
  x,
  y,
  background,
  gain,
}: Alignment): { patch: Float32Array; common: Edges } | undefined {
  const common = {
    left: Math.max(within.left, Math.ceil(x - OUTSIDE)),
    top: Math.max(within.top, Math.ceil(y - OUTSIDE)),
    right: Math.min(within.right, Math.floor(x + table.width / cell + OUTSIDE)),
    bottom: Math.min(within.bottom, Math.floor(y + table.height / cell + OUTSIDE)),
  }
  const [columns, rows] = [common.right - common.left, common.bottom - common.top]
  const asked = (within.right - within.left) * (within.bottom - within.top)
  if (columns <= 0 || rows <= 0 || columns * rows < LEAST_COMMON * asked) return undefined
  const grid = { x: (common.left - x) * cell, y: (common.top - y) * cell, cell, columns, rows }
  return { patch: table.cells(grid, { background, gain }), common }
}

/** What recompression changes, squared, in all three channels of a cell. A picture of one color has no more than that to be known by. */
export const NOISE = 30

/** The share of the variance that is the same in both, in all three channels together; of the pixels of the mask, where there is one. */
export function explainedVariance(
  { width, pixels }: Picture,
  patch: ArrayLike<number>,
  { left, top, right, bottom }: Edges,
  mask?: Uint8Array,
): number {
  let [difference, values] = [0, 0]
  let [ownVariation, patchVariation] = [0, 0]
  for (let c = 0; c < 3; c++) {
    let [sum, squares, patchSum, patchSquares, count] = [0, 0, 0, 0, 0]
    for (let y = top, at = c; y < bottom; y++) {
      const end = y * width + right
      for (let place = y * width + left; place < end; place++, at += 3) {
        if (mask !== undefined && mask[place] === 0) continue
        const own = pixels[3 * place + c]
        const other = patch[at]
        difference += (own - other) * (own - other)
        sum += own
        squares += own * own
        patchSum += other
        patchSquares += other * other
        count++
      }
    }
    if (count === 0) return -1
    ownVariation += squares - (sum * sum) / count
    patchVariation += patchSquares - (patchSum * patchSum) / count
    values += count
  }
  const variation = Math.max(ownVariation, patchVariation)
  return (variation - difference) / (variation + (NOISE * values) / 3)
}
