/** Distinguishes text from a product: many small marks of equal height in rows, and nothing large. */
import type { Picture } from '../colors/picture.ts'
import { plainForeground } from './foreground.ts'
import { type Region, regionsOf } from './regions.ts'

/** Fewer marks may be small objects. */
const MIN_MARKS = 16
const MIN_ROWS = 8
/** Taller marks, as a share of the longer side, are not text. */
const MAX_HEIGHT = 0.09
/** Share of marks that must be about equally high. */
const EVEN = 0.7
/** Maximum share of a text page that is not paper. A picture among the text has more. */
const MAX_INK = 0.2

export function isPageOfWords(picture: Picture): boolean {
  const mask = plainForeground(picture)
  if (mask === undefined) return false
  const marks = regionsOf(mask, picture, 1).filter(({ area }) => area > 2)
  if (marks.length < MIN_MARKS) return false
  const ink = marks.reduce((sum, { area }) => sum + area, 0)
  if (marks[0].area > MAX_INK * ink) return false
  const heights = marks.map(heightOf).sort((a, b) => a - b)
  const middle = heights[Math.floor(heights.length / 2)]
  const even = heights.filter((height) => height >= 0.5 * middle && height <= 1.6 * middle)
  if (even.length < EVEN * heights.length) return false
  return middle <= MAX_HEIGHT * Math.max(picture.width, picture.height) && rowsOf(marks) >= MIN_ROWS
}

const heightOf = ({ top, bottom }: Region) => bottom - top + 1

/** Counts rows of marks, separated by gaps without marks. */
function rowsOf(marks: readonly Region[]): number {
  const [first, ...others] = marks.toSorted((a, b) => a.top - b.top)
  let [rows, reached] = [1, first.bottom]
  for (const { top, bottom } of others) {
    if (top > reached) rows++
    reached = Math.max(reached, bottom)
  }
  return rows
}
