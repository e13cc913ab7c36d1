/** Finds the layout of a page on a phone: rows of elements, and pictures that span the width. */
import type { Picture } from '../colors/picture.ts'
import type { Region } from './regions.ts'

/** Ratio of height to width from which a picture is a screenshot of a phone. */
const PAGE_HEIGHT = 1.6

export function isTallPage({ width, height }: Pick<Picture, 'width' | 'height'>): boolean {
  return height >= PAGE_HEIGHT * width
}

/** In pixels; includes the last column and row. */
export type Box = Pick<Region, 'left' | 'top' | 'right' | 'bottom'>

/** Groups regions whose vertical ranges overlap into rows, from the top down. */
export function rowsOf<Part extends Box>(regions: readonly Part[]): Part[][] {
  const rows: Part[][] = []
  for (const region of regions.toSorted((a, b) => a.top - b.top)) {
    const last = rows.at(-1)
    if (last?.some(({ bottom }) => region.top <= bottom)) last.push(region)
    else rows.push([region])
  }
  return rows
}

/** A row with a larger share of the available width is a bar, a button or a row of cards. */
const WIDEST = 0.85

/**
 * Returns a square around each row in the space between its neighbours, the largest first. The product of a white page
 * has more space than any other row.
 */
export function roomsOfRows(regions: readonly Box[], { width, height }: Pick<Picture, 'width' | 'height'>): Box[] {
  const rows = rowsOf(regions).map(around)
  const rooms = rows.flatMap((row, i) => {
    const [from, to] = [(rows[i - 1]?.bottom ?? -1) + 1, rows[i + 1]?.top ?? height]
    const side = Math.min(width, to - from)
    if (row.right - row.left + 1 > WIDEST * side) return []
    const left = Math.max(0, Math.min(width - side, centered(row.left, row.right, side)))
    const top = Math.max(from, Math.min(to - side, centered(row.top, row.bottom, side)))
    return [{ left, top, right: left + side - 1, bottom: top + side - 1 }]
  })
  return rooms.sort((a, b) => b.right - b.left - (a.right - a.left))
}

function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

function centered(first: number, last: number, side: number): number {
  return Math.round((first + last + 1 - side) / 2)
}

/** Levels by which the color of a band's edge may vary. */
const SAME_EDGE = 14
/** Limits of a band's height, as shares of the picture's height. */
const MIN_BAND = 0.15
const MAX_BAND = 0.9

/** Returns pictures as wide as the page, the largest first, without one blurred pixel at either edge. */
export function edgeBands(picture: Picture): Box[] {
  const { width, height, pixels } = picture
  const isSame = (a: number, b: number) =>
    [0, 1, 2].every((c) => Math.abs(pixels[3 * a + c] - pixels[3 * b + c]) < SAME_EDGE)
  const bands: Box[] = []
  let begun = 0
  for (let y = 0; y <= height; y++) {
    const left = y * width + 1
    const goesOn = y < height && isSame(left, left + width - 3) && isSame(left, begun * width + 1)
    if (goesOn) continue
    if (y - begun >= MIN_BAND * height && y - begun <= MAX_BAND * height)
      bands.push({ left: 0, top: begun, right: width - 1, bottom: y - 1 })
    begun = y
  }
  return bands.sort((a, b) => b.bottom - b.top - (a.bottom - a.top))
}
