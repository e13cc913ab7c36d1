/** Locates the object on a thumbnail's plain background, to a fraction of a pixel. */
import { borderColor, type Picture } from '../colors/picture.ts'
import type { Edges } from './alignment.ts'
import { MARGIN } from './find-objects.ts'
import { plainForeground } from './foreground.ts'
import { boxAround, regionsOf } from './regions.ts'

export interface ThumbnailObject {
  box: Edges
  /** The box, to a fraction of a pixel. */
  extent: Edges
  /** The box with the margin of object crops. */
  framed: Edges
  background: ArrayLike<number>
  mask: Uint8Array
}

/** Returns undefined if the background is not plain. */
export function thumbnailObject(thumbnail: Picture): ThumbnailObject | undefined {
  const mask = plainForeground(thumbnail)
  const regions = mask ? regionsOf(mask, thumbnail, 0) : []
  if (mask === undefined || regions.length === 0) return undefined
  const box = boxAround(regions)
  const margin = Math.round(MARGIN * Math.max(box.right - box.left, box.bottom - box.top))
  const framed = {
    left: Math.max(0, box.left - margin),
    top: Math.max(0, box.top - margin),
    right: Math.min(thumbnail.width, box.right + margin),
    bottom: Math.min(thumbnail.height, box.bottom + margin),
  }
  const background = borderColor(thumbnail)
  return { box, extent: extentOf(thumbnail, box, background), framed, background, mask }
}

/**
 * An object that covers a tenth of its outermost pixels makes the box nine tenths too wide. The contrast of these
 * pixels, relative to the next ones, is the covered share.
 */
function extentOf({ width, pixels }: Picture, box: Edges, background: ArrayLike<number>): Edges {
  const { left, top, right, bottom } = box
  const contrast = (x: number, y: number) =>
    [0, 1, 2].reduce((sum, c) => sum + Math.abs(pixels[3 * (y * width + x) + c] - background[c]), 0)
  const column = (x: number) => Math.max(...range(top, bottom).map((y) => contrast(x, y)))
  const row = (y: number) => Math.max(...range(left, right).map((x) => contrast(x, y)))
  const uncovered = (outer: number, inner: number) => Math.max(0, 1 - outer / Math.max(1, inner))
  const [isWide, isHigh] = [right - left > 2, bottom - top > 2]
  return {
    left: left + (isWide ? uncovered(column(left), column(left + 1)) : 0),
    right: right - (isWide ? uncovered(column(right - 1), column(right - 2)) : 0),
    top: top + (isHigh ? uncovered(row(top), row(top + 1)) : 0),
    bottom: bottom - (isHigh ? uncovered(row(bottom - 1), row(bottom - 2)) : 0),
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}
