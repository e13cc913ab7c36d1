/**
 * Where the object of a thumbnail lies in a picture with any background: template matching with a mask. The catalog's picture has a plain
 * background, so it says which pixels are the object's; what lies around them in the shopper's picture may be anything.
 */
import type { Picture } from '../colors/picture.ts'
import type { Alignment, Edges } from './alignment.ts'
import { downsample, type SummedAreaTable } from './summed-area-table.ts'

export interface MaskedObject {
  box: Edges
  /** The pixels of the thumbnail that are not its background. */
  mask: Uint8Array
}

/** How much of the picture the object may fill, and how fast smaller sizes are tried. */
const LEAST_SHARE = 0.35
const SHARE_STEP = 0.92
/** Cells that an object is known by: with fewer, something like it is everywhere. */
const LEAST_CELLS = 24
/** An object with as many at half the detail is looked for so. */
const ENOUGH_CELLS = 24
const BEST_PLACES = 3

/** The likeliest places, best first. None for an object of too few pixels. */
export function locateObject(table: SummedAreaTable, thumbnail: Picture, { box, mask }: MaskedObject): Alignment[] {
  const inner = withinEdges(mask, thumbnail)
  const template = templateOf(thumbnail, box, inner)
  if (template === undefined) return []
  const { detail, left, top, columns, rows } = template
  const fits = Math.max(columns / table.width, rows / table.height)
  const places = new BestPlaces()
  for (let share = 1; share >= LEAST_SHARE; share *= SHARE_STEP) findPlaces(table, template, share / fits, places)
  return places.best.map(({ x, y, cell }) => ({
    table,
    within: box,
    mask: inner,
    cell: cell / detail,
    x: detail * (left - x),
    y: detail * (top - y),
  }))
}

/** An object as a list of cells, three numbers each, in the frame of its box. */
interface Template {
  /** Pixels of the thumbnail to a cell, along a side. */
  detail: number
  left: number
  top: number
  columns: number
  rows: number
  across: number[]
  down: number[]
  colors: Float32Array
}

function templateOf(thumbnail: Picture, box: Edges, mask: Uint8Array): Template | undefined {
  const coarse = templateAt(2, thumbnail, box, mask)
  const template = coarse.across.length >= ENOUGH_CELLS ? coarse : templateAt(1, thumbnail, box, mask)
  return template.across.length >= LEAST_CELLS ? template : undefined
}

function templateAt(detail: number, thumbnail: Picture, box: Edges, mask: Uint8Array): Template {
  const [width, height] = [Math.floor(thumbnail.width / detail), Math.floor(thumbnail.height / detail)]
  const { pixels } = detail === 1 ? thumbnail : downsample(thumbnail, { cell: detail, width, height })
  const [left, top] = [Math.floor(box.left / detail), Math.floor(box.top / detail)]
  const [right, bottom] = [
    Math.min(width, Math.ceil(box.right / detail)),
    Math.min(height, Math.ceil(box.bottom / detail)),
  ]
  const across: number[] = []
  const down: number[] = []
  const colors: number[] = []
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (!isCovered(mask, thumbnail.width, { x: detail * x, y: detail * y, side: detail })) continue
      across.push(x - left)
      down.push(y - top)
      for (let c = 0; c < 3; c++) colors.push(pixels[3 * (y * width + x) + c])
    }
  }
  const size = { columns: right - left, rows: bottom - top }
  return { detail, left, top, ...size, across, down, colors: Float32Array.from(colors) }
}

function isCovered(mask: Uint8Array, width: number, { x, y, side }: { x: number; y: number; side: number }): boolean {
  for (let v = y; v < y + side; v++) for (let u = x; u < x + side; u++) if (mask[v * width + u] === 0) return false
  return true
}

/** Of a cell that may lie outside the picture. */
const OUTSIDE = 0.3

/** Every place at one size. The places are told by how much the object's cells differ, and a place is given up once it differs too much. */
function findPlaces(table: SummedAreaTable, template: Template, cell: number, places: BestPlaces): void {
  const columns = Math.floor(table.width / cell + OUTSIDE)
  const rows = Math.floor(table.height / cell + OUTSIDE)
  const cells = table.cells({ x: 0, y: 0, cell, columns, rows })
  const { colors } = template
  const offsets = Int32Array.from(template.across, (x, i) => 3 * (template.down[i] * columns + x))
  for (let y = 0; y <= rows - template.rows; y++) {
    for (let x = 0; x <= columns - template.columns; x++) {
      const from = 3 * (y * columns + x)
      const most = places.most
      let difference = 0
      for (let i = 0, at = 0; i < offsets.length && difference < most; i++, at += 3) {
        const place = from + offsets[i]
        const red = cells[place] - colors[at]
        const green = cells[place + 1] - colors[at + 1]
        const blue = cells[place + 2] - colors[at + 2]
        difference += red * red + green * green + blue * blue
      }
      if (difference < most) places.add({ x, y, cell, difference })
    }
  }
}

interface Place {
  x: number
  y: number
  cell: number
  difference: number
}

class BestPlaces {
  readonly best: Place[] = []

  /** What differs more is none of the best. */
  get most(): number {
    return this.best.length < BEST_PLACES ? Number.POSITIVE_INFINITY : this.best[BEST_PLACES - 1].difference
  }

  add(place: Place): void {
    this.best.push(place)
    this.best.sort((a, b) => a.difference - b.difference)
    if (this.best.length > BEST_PLACES) this.best.pop()
  }
}

/** Without the pixels along the edge: they are part object, part background. */
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
