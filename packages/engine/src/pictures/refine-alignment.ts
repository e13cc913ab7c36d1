/** Moves and scales an alignment to the best fit. */
import type { Picture } from '../colors/picture.ts'
import {
  type Alignment,
  alignmentScore,
  type Overlap,
  overlappingCells,
  overlapScore,
  type ScoredAlignment,
} from './alignment.ts'

export interface SlopedThumbnail {
  pixels: Picture
  slopes: Float32Array
}

/** Alignments with a lower score after the first steps are given up. */
const HOPELESS = 0.5

/** Masked alignments are refined by trials: the mask of an object excludes its edge, where most slopes are. */
export function refineAlignment(thumbnail: SlopedThumbnail, from: ScoredAlignment): ScoredAlignment {
  return from.alignment.mask ? tryDirections(thumbnail.pixels, from) : followSlopes(thumbnail, from.alignment)
}

/** Steps of size, and of position in cells. */
const ROUNDS = [
  { size: 0.06, shift: 0.6 },
  { size: 0.03, shift: 0.3 },
  { size: 0.015, shift: 0.15 },
  { size: 0.0075, shift: 0.075 },
]
/** One move may make another useful, so a round is repeated while it helps. */
const MAX_TURNS = 4

/** Coordinate descent over scale and position, from coarse to fine steps. */
function tryDirections(thumbnail: Picture, from: ScoredAlignment): ScoredAlignment {
  let best = from
  for (const { size, shift } of ROUNDS) {
    const moves = [
      { ...NO_MOVE, size: -size },
      { ...NO_MOVE, size },
      { ...NO_MOVE, across: -shift },
      { ...NO_MOVE, across: shift },
      { ...NO_MOVE, down: -shift },
      { ...NO_MOVE, down: shift },
    ]
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const before = best
      for (const move of moves) {
        const alignment = moved(best.alignment, move, 1)
        const score = alignmentScore(thumbnail, alignment)
        if (score > best.score) best = { alignment, score }
      }
      if (best === before) break
    }
    if (best.score < HOPELESS) return best
  }
  return best
}

/** Returns two numbers per channel value: its horizontal and its vertical gradient. */
export function slopesOf({ width, height, pixels }: Picture): Float32Array {
  const slopes = new Float32Array(2 * pixels.length)
  for (let at = 0; at < pixels.length; at++) {
    const place = Math.floor(at / 3)
    const x = place % width
    const y = Math.floor(place / width)
    slopes[2 * at] = slopeAt(pixels, at, 3, x, width)
    slopes[2 * at + 1] = slopeAt(pixels, at, 3 * width, y, height)
  }
  return slopes
}

/** Uses both neighbours, or the only one at the rim. */
function slopeAt(levels: Uint8Array, at: number, apart: number, place: number, size: number): number {
  const before = place > 0 ? 1 : 0
  const behind = place < size - 1 ? 1 : 0
  return (levels[at + behind * apart] - levels[at - before * apart]) / Math.max(1, before + behind)
}

/** A change of scale around the middle of the compared part, and of position in cells. */
interface Move {
  size: number
  across: number
  down: number
}

const NO_MOVE: Move = { size: 0, across: 0, down: 0 }

const MAX_STEPS = 8
const FIRST_STEPS = 3
/** Shares of a step that are tried in turn. */
const LENGTHS = [1, 0.5, 0.25]
/** In cells. */
const MIN_STEP = 0.02

/** Least squares over scale and position (Gauss–Newton, like Lucas–Kanade), which needs only a few steps. */
function followSlopes(thumbnail: SlopedThumbnail, from: Alignment): ScoredAlignment {
  let best = fitOf(thumbnail, from)
  for (let step = 1; step <= MAX_STEPS; step++) {
    const { alignment } = best
    const move = moveBySlopes(thumbnail, best)
    if (move === undefined) return best
    const next = firstBetter(thumbnail, best, move)
    if (next === undefined) return best
    best = next
    if (lengthOf(move, alignment) < MIN_STEP || (step === FIRST_STEPS && best.score < HOPELESS)) return best
  }
  return best
}

interface Fit extends ScoredAlignment {
  /** Undefined if the overlap is too small. Valid until the next fit. */
  overlap: Overlap | undefined
}

function fitOf({ pixels }: SlopedThumbnail, alignment: Alignment): Fit {
  const overlap = overlappingCells(alignment)
  return { alignment, score: overlapScore(pixels, alignment, overlap), overlap }
}

function firstBetter(thumbnail: SlopedThumbnail, { alignment, score }: ScoredAlignment, move: Move): Fit | undefined {
  for (const length of LENGTHS) {
    const fit = fitOf(thumbnail, moved(alignment, move, length))
    if (fit.score > score) return fit
  }
  return undefined
}

/** Returns the largest movement of any compared point, in cells. */
function lengthOf({ size, across, down }: Move, { within }: Alignment): number {
  const reach = Math.max(within.right - within.left, within.bottom - within.top) / 2
  return Math.max(Math.abs(across), Math.abs(down), Math.abs(size) * reach)
}

/** Larger moves are not predictable from slopes. */
const MAX_SHIFT = 2
const MAX_SIZE = 0.2

function moved(alignment: Alignment, move: Move, length: number): Alignment {
  const { within, cell, x, y } = alignment
  const factor = 1 + limited(length * move.size, MAX_SIZE)
  const middle = (within.left + within.right) / 2
  const center = (within.top + within.bottom) / 2
  return {
    ...alignment,
    cell: cell * factor,
    x: middle - (middle - x) / factor + limited(length * move.across, MAX_SHIFT),
    y: center - (center - y) / factor + limited(length * move.down, MAX_SHIFT),
  }
}

function limited(value: number, max: number): number {
  return Math.max(-max, Math.min(max, value))
}

/** Returns the move that the slopes predict; undefined without usable slopes. */
function moveBySlopes({ pixels: { width, pixels }, slopes }: SlopedThumbnail, fit: Fit): Move | undefined {
  if (fit.overlap === undefined) return undefined
  const { patch, common } = fit.overlap
  const { within } = fit.alignment
  const middle = (within.left + within.right - 1) / 2
  const center = (within.top + within.bottom - 1) / 2
  // Sums of products. s, x, y: change of a level with size, a step across, a step down. d: difference of both levels.
  let ss = 0
  let sx = 0
  let sy = 0
  let xx = 0
  let xy = 0
  let yy = 0
  let ds = 0
  let dx = 0
  let dy = 0
  for (let y = common.top, at = 0; y < common.bottom; y++) {
    for (let x = common.left; x < common.right; x++) {
      const place = 3 * (y * width + x)
      for (let level = place; level < place + 3; level++, at++) {
        const across = slopes[2 * level]
        const down = slopes[2 * level + 1]
        const size = across * (x - middle) + down * (y - center)
        const difference = pixels[level] - patch[at]
        ss += size * size
        sx += size * across
        sy += size * down
        xx += across * across
        xy += across * down
        yy += down * down
        ds += difference * size
        dx += difference * across
        dy += difference * down
      }
    }
  }
  // The three normal equations, by Cramer's rule.
  const determinant = ss * (xx * yy - xy * xy) - sx * (sx * yy - xy * sy) + sy * (sx * xy - xx * sy)
  if (!(determinant > MIN_DETERMINANT * ss * xx * yy)) return undefined
  const size = ds * (xx * yy - xy * xy) - sx * (dx * yy - xy * dy) + sy * (dx * xy - xx * dy)
  const across = ss * (dx * yy - xy * dy) - ds * (sx * yy - xy * sy) + sy * (sx * dy - dx * sy)
  const down = ss * (xx * dy - dx * xy) - sx * (sx * dy - dx * sy) + ds * (sx * xy - xx * sy)
  // A picture that moves right shows in each cell what was left of it.
  return { size: size / determinant, across: -across / determinant, down: -down / determinant }
}

/** Share of ss · xx · yy. For smaller determinants, scale and both directions are indistinguishable. */
const MIN_DETERMINANT = 1e-9
