/** Locates the object of a thumbnail in a picture with any background, by template matching with a mask. */
import type { Picture } from '../colors/picture.ts'
import { type Alignment, type Edges, NOISE } from './alignment.ts'
import { downsample, type SummedAreaTable } from './summed-area-table.ts'

export interface MaskedObject {
  box: Edges
  mask: Uint8Array
}

/** Minimum share of the picture that the object fills. */
const MIN_SHARE = 0.35
const SHARE_STEP = 0.92
/** Minimum number of cells of an object. Smaller objects resemble something everywhere. */
const MIN_CELLS = 24
/** Objects with this many cells at half the resolution are searched at half the resolution. */
const ENOUGH_CELLS = 24
const BEST_PLACES = 3

/** Returns possible positions of the object, best first; empty for objects with too few pixels. */
export function locateObject(table: SummedAreaTable, thumbnail: Picture, { box, mask }: MaskedObject): Alignment[] {
  const inner = withinEdges(mask, thumbnail)
  const template = templateOf(thumbnail, box, inner)
  if (template === undefined) return []
  const { detail, left, top, columns, rows } = template
  const fits = Math.max(columns / table.width, rows / table.height)
  const places = new BestPlaces(variationOf(template))
  for (let share = 1; share >= MIN_SHARE; share *= SHARE_STEP) findPlaces(table, template, share / fits, places)
  return places.best.map(({ x, y, cell }) => ({
    table,
    within: box,
    mask: inner,
    cell: cell / detail,
    x: detail * (left - x),
    y: detail * (top - y),
  }))
}

interface Template {
  /** Pixels of the thumbnail per cell, along a side. */
  detail: number
  left: number
  top: number
  columns: number
  rows: number
  cells: TemplatePart
  blocks: TemplatePart
}

interface TemplatePart {
  across: readonly number[]
  down: readonly number[]
  colors: Float64Array
}

function templateOf(thumbnail: Picture, box: Edges, mask: Uint8Array): Template | undefined {
  const coarse = templateAt(2, thumbnail, box, mask)
  const template = coarse.cells.across.length >= ENOUGH_CELLS ? coarse : templateAt(1, thumbnail, box, mask)
  return template.cells.across.length >= MIN_CELLS ? template : undefined
}

function templateAt(detail: number, thumbnail: Picture, box: Edges, mask: Uint8Array): Template {
  const [width, height] = [Math.floor(thumbnail.width / detail), Math.floor(thumbnail.height / detail)]
  const { pixels } = detail === 1 ? thumbnail : downsample(thumbnail, { cell: detail, width, height })
  const [left, top] = [Math.floor(box.left / detail), Math.floor(box.top / detail)]
  const [right, bottom] = [
    Math.min(width, Math.ceil(box.right / detail)),
    Math.min(height, Math.ceil(box.bottom / detail)),
  ]
  const partOf = (side: number): TemplatePart => {
    const across: number[] = []
    const down: number[] = []
    const colors: number[] = []
    for (let y = top; y + side <= bottom; y += side) {
      for (let x = left; x + side <= right; x += side) {
        if (!isCovered(mask, thumbnail.width, { x: detail * x, y: detail * y, side: detail * side })) continue
        across.push(x - left)
        down.push(y - top)
        colors.push(...meanOfBlock({ width, height, pixels }, x, y, side))
      }
    }
    return { across, down, colors: Float64Array.from(colors) }
  }
  const size = { columns: right - left, rows: bottom - top }
  return { detail, left, top, ...size, cells: partOf(1), blocks: partOf(BLOCK) }
}

const BLOCK = 2

function meanOfBlock({ width, pixels }: Picture, left: number, top: number, side: number): number[] {
  const sums = [0, 0, 0]
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) for (let c = 0; c < 3; c++) sums[c] += pixels[3 * (y * width + x) + c]
  }
  return sums.map((sum) => sum / (side * side))
}

function isCovered(mask: Uint8Array, width: number, { x, y, side }: { x: number; y: number; side: number }): boolean {
  for (let v = y; v < y + side; v++) for (let u = x; u < x + side; u++) if (mask[v * width + u] === 0) return false
  return true
}

/** Share of a cell that may be outside the picture. */
const OUTSIDE = 0.3

/**
 * Tries every position at one size. The mean of a block never differs more than its cells, so most positions are given
 * up after comparing blocks.
 */
function findPlaces(table: SummedAreaTable, template: Template, cell: number, places: BestPlaces): void {
  const columns = Math.floor(table.width / cell + OUTSIDE)
  const rows = Math.floor(table.height / cell + OUTSIDE)
  const cells = table.cells({ x: 0, y: 0, cell, columns, rows })
  const means = meansOfBlocks(cells, columns)
  const offsets = offsetsIn(columns, template.cells)
  const blockOffsets = offsetsIn(columns, template.blocks)
  const { colors } = template.cells
  const blockColors = template.blocks.colors
  for (let y = 0; y <= rows - template.rows; y++) {
    for (let x = 0; x <= columns - template.columns; x++) {
      const from = 3 * (y * columns + x)
      const max = places.max
      const area = BLOCK * BLOCK
      if (area * differenceAt(from, means, blockOffsets, blockColors, max / area) >= max) continue
      const difference = differenceAt(from, cells, offsets, colors, max)
      if (difference < max) places.add({ x, y, cell, difference })
    }
  }
}

function offsetsIn(columns: number, { across, down }: TemplatePart): Int32Array {
  const offsets = new Int32Array(across.length)
  for (let i = 0; i < offsets.length; i++) offsets[i] = 3 * (down[i] * columns + across[i])
  return offsets
}

/** Exact if below `max`; otherwise at least `max`. */
function differenceAt(
  from: number,
  cells: Float32Array,
  offsets: Int32Array,
  colors: Float64Array,
  max: number,
): number {
  let difference = 0
  for (let i = 0, at = 0; i < offsets.length && difference < max; i++, at += 3) {
    const place = from + offsets[i]
    const red = cells[place] - colors[at]
    const green = cells[place + 1] - colors[at + 1]
    const blue = cells[place + 2] - colors[at + 2]
    difference += red * red + green * green + blue * blue
  }
  return difference
}

/** Returns the mean of the block that begins at each cell. The last column and row are unused. */
function meansOfBlocks(cells: Float32Array, columns: number): Float32Array {
  const means = new Float32Array(cells.length)
  const line = 3 * columns
  for (let at = 0; at < cells.length - line - 3; at++)
    means[at] = (cells[at] + cells[at + 3] + cells[at + line] + cells[at + line + 3]) / 4
  return means
}

/** Returns the difference of a patch in the object's mean color: a patch that differs more is not the object. */
function variationOf({ cells: { colors } }: Template): number {
  const count = colors.length / 3
  const sums = [0, 0, 0]
  let squares = 0
  for (let i = 0; i < colors.length; i++) {
    sums[i % 3] += colors[i]
    squares += colors[i] * colors[i]
  }
  return squares - sums.reduce((sum, one) => sum + one * one, 0) / count + NOISE * count
}

interface Place {
  x: number
  y: number
  cell: number
  difference: number
}

class BestPlaces {
  readonly best: Place[] = []

  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get max(): number {
    return this.best.length < BEST_PLACES ? this.limit : this.best[BEST_PLACES - 1].difference
  }

  add(place: Place): void {
    this.best.push(place)
    this.best.sort((a, b) => a.difference - b.difference)
    if (this.best.length > BEST_PLACES) this.best.pop()
  }
}

/** Removes the pixels along the edge, which are part background. */
function withinEdges(mask: Uint8Array, { width, height }: Picture): Uint8Array {
  return mask.map((one, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isInside =
      (x === 0 || mask[at - 1] === 1) &&
      (x === width - 1 || mask[at + 1] === 1) &&
      (y === 0 || mask[at - width] === 1) &&
      (y === height - 1 || mask[at + width] === 1)
    return one === 1 && isInside ? 1 : 0
  })
}
