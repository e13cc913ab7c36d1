/** How well a thumbnail fits a picture where it is laid on it, and how it is moved until it fits best. */
import { borderColor, type Picture } from '../colors/picture.ts'
import type { AreaSums } from './area-sums.ts'

/** In pixels; right and bottom lie behind the last. */
export interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

/** A thumbnail lies on a picture: `cell` pixels of the picture are one of the thumbnail, whose place (x, y) is the picture's corner. */
export interface Placing {
  sums: AreaSums
  background?: ArrayLike<number>
  /** The part of the thumbnail that is compared. */
  within: Edges
  cell: number
  x: number
  y: number
}

/** By what the size is changed, and by how many cells the place, first and then finer. */
const SIZES = [0.06, 0.03, 0.015]
const SHIFTS = [0.6, 0.3, 0.15]

const DIRECTIONS = [-1, 0, 1]
  .flatMap((right) => [-1, 0, 1].map((down) => [right, down]))
  .filter((at) => at.some(Boolean))

/** To where it fits best. */
export function moved(thumbnail: Picture, from: Placing, value: number): Placed {
  let [best, most] = [from, value]
  const attempt = (placing: Placing) => {
    const found = agreement(thumbnail, placing)
    if (found > most) [best, most] = [placing, found]
  }
  for (const [round, by] of SHIFTS.entries()) {
    const sized = best
    for (const factor of [1 - SIZES[round], 1 + SIZES[round]]) attempt(scaled(sized, factor))
    const placed = best
    for (const [right, down] of DIRECTIONS) attempt({ ...placed, x: placed.x + by * right, y: placed.y + by * down })
  }
  return { placing: best, value: most }
}

export interface Placed {
  placing: Placing
  value: number
}

/** Levels by which the shade of a thing may differ; half of it hardly counts. */
const OTHER_SHADE = 48

/** The same thing in another shade agrees in nearly everything, and is another picture. Told by the mean, what stands out from the background counting most. */
export function inItsShade(thumbnail: Picture, { placing, value }: Placed): number {
  const laid = laidOver(placing)
  if (laid === undefined) return value
  const { patch, common } = laid
  const background = borderColor(thumbnail)
  const differences = [0, 0, 0]
  let weights = 0
  for (let y = common.top, at = 0; y < common.bottom; y++) {
    for (let x = common.left; x < common.right; x++, at += 3) {
      const own = thumbnail.pixels.subarray(3 * (y * thumbnail.width + x))
      const weight = background.reduce((sum, level, c) => sum + Math.abs(own[c] - level), 0)
      weights += weight
      for (let c = 0; c < 3; c++) differences[c] += weight * (own[c] - patch[at + c])
    }
  }
  const other = Math.max(...differences.map(Math.abs)) / Math.max(1, weights) / OTHER_SHADE
  return value * Math.max(0, 1 - other * other)
}

/** About the middle of what is compared. */
function scaled(placing: Placing, factor: number): Placing {
  const { within, cell, x, y } = placing
  const [across, down] = [(within.left + within.right) / 2, (within.top + within.bottom) / 2]
  return { ...placing, cell: cell * factor, x: across - (across - x) / factor, y: down - (down - y) / factor }
}

/** Of the thumbnail: less in common says nothing. */
const LEAST_COMMON = 0.2
/** Of a cell that may lie outside the picture. */
const OUTSIDE = 0.3

export function agreement(thumbnail: Picture, placing: Placing): number {
  const laid = laidOver(placing)
  if (laid === undefined) return -1
  const found = agreementAt(thumbnail, laid.patch, laid.common)
  // The background was put there, so it cannot agree: what differs counts twice.
  return placing.background ? 2 * found - 1 : found
}

/** What of the picture lies over the thumbnail; undefined where it is too little. */
function laidOver({
  sums,
  background,
  within,
  cell,
  x,
  y,
}: Placing): { patch: Float32Array; common: Edges } | undefined {
  const common = {
    left: Math.max(within.left, Math.ceil(x - OUTSIDE)),
    top: Math.max(within.top, Math.ceil(y - OUTSIDE)),
    right: Math.min(within.right, Math.floor(x + sums.width / cell + OUTSIDE)),
    bottom: Math.min(within.bottom, Math.floor(y + sums.height / cell + OUTSIDE)),
  }
  const [columns, rows] = [common.right - common.left, common.bottom - common.top]
  const asked = (within.right - within.left) * (within.bottom - within.top)
  if (columns <= 0 || rows <= 0 || columns * rows < LEAST_COMMON * asked) return undefined
  const patch = new Float32Array(3 * columns * rows)
  sums.cells({ x: (common.left - x) * cell, y: (common.top - y) * cell, cell, columns, rows }, patch, background)
  return { patch, common }
}

/** What recompression changes, squared, in all three channels of a cell. A picture of one color has no more than that to be known by. */
const NOISE = 30

/** The share of the variation in both that is the same. */
export function agreementAt(
  { width, pixels }: Picture,
  patch: Float32Array,
  { left, top, right, bottom }: Edges,
): number {
  const count = (right - left) * (bottom - top)
  let difference = 0
  let [ownVariation, patchVariation] = [0, 0]
  for (let c = 0; c < 3; c++) {
    let [sum, squares, patchSum, patchSquares] = [0, 0, 0, 0]
    for (let y = top, at = c; y < bottom; y++) {
      const end = 3 * (y * width + right)
      for (let from = 3 * (y * width + left) + c; from < end; from += 3, at += 3) {
        const own = pixels[from]
        const other = patch[at]
        difference += (own - other) * (own - other)
        sum += own
        squares += own * own
        patchSum += other
        patchSquares += other * other
      }
    }
    ownVariation += squares - (sum * sum) / count
    patchVariation += patchSquares - (patchSum * patchSum) / count
  }
  const variation = Math.max(ownVariation, patchVariation)
  return (variation - difference) / (variation + NOISE * count)
}
