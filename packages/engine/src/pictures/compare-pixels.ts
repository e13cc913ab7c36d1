/**
 * Whether a picture was made from the same file as a thumbnail, by its pixels: resized, recompressed, cropped, with margins around it, or
 * the object in it on another plain background. A model of what pictures mean cannot tell two lipsticks of one line apart; pixels can.
 */
import { borderColor, type Picture } from '../colors/picture.ts'
import { downsample, SummedAreaTable } from './summed-area-table.ts'
import type { Crop } from './crop.ts'
import { exposureGain, whitePoint } from './exposure.ts'
import { MARGIN } from './find-objects.ts'
import { decontaminated, plainForeground, withoutHoles } from './foreground.ts'
import {
  alignmentScore,
  explainedVariance,
  NOISE,
  type Edges,
  penalizeOtherShade,
  refineAlignment,
  type ScoredAlignment,
  type Alignment,
} from './alignment.ts'
import { locateObject } from './locate-object.ts'
import { type Region, regionsOf } from './regions.ts'

/** A picture ready to be compared with many thumbnails. */
export interface ComparedPicture {
  whole: SummedAreaTable
  whitePoint: readonly number[]
  /** Parts that may be the thumbnail's whole picture, in pixels. */
  parts: readonly Edges[]
  /** What stands before a plain background, and where. */
  objects?: { table: SummedAreaTable; boxes: readonly Edges[] }
}

/** Of the largest region: smaller ones may be dust, so the object is tried with them and without. */
const LEAST_REGION = 0.02

/** `crops`: the whole picture and its parts that may show what the thumbnail shows. */
export function prepareForComparison(picture: Picture, crops: readonly Crop[]): ComparedPicture {
  const { width, height } = picture
  const parts = crops.map(({ x, y, width: wide, height: high }) => ({
    left: x * width,
    top: y * height,
    right: (x + wide) * width,
    bottom: (y + high) * height,
  }))
  const common = { whole: new SummedAreaTable(picture), whitePoint: whitePoint(picture), parts }
  const mask = plainForeground(picture)
  const [largest, ...others] = mask ? regionsOf(mask, picture, 1) : []
  if (mask === undefined || largest === undefined) return common
  const all = [largest, ...others.filter(({ area }) => area >= LEAST_REGION * largest.area)]
  const boxes = all.length > 1 ? [around(all), around([largest])] : [around(all)]
  return { ...common, objects: { table: objectTable(picture, mask), boxes } }
}

function objectTable(picture: Picture, mask: Uint8Array): SummedAreaTable {
  const object = withoutHoles(mask, picture)
  return new SummedAreaTable(decontaminated(picture, object), object)
}

/** How much of what can be seen in the thumbnail is the same in the picture: 1 for the same pixels, 0 and less for another picture. */
export function pixelAgreement(picture: ComparedPicture, thumbnail: Picture): number {
  const object = objectOf(thumbnail)
  const framed = [
    ...alignFrames(picture, allOf(thumbnail)),
    ...(object ? [...alignFrames(picture, object.framed), ...alignObjects(picture, object)] : []),
  ]
  // As it is, and as it would be in the thumbnail's light.
  const gain = exposureGain(picture.whitePoint, whitePoint(thumbnail))
  const alignments = (gain ? [undefined, gain] : [undefined]).flatMap((light) => {
    const lit = framed.map((alignment) => ({ ...alignment, gain: light }))
    return best(thumbnail, [...alignCutOuts(picture, thumbnail, light), ...lit])
  })
  return refined(thumbnail, alignments)
}

/** The same for the thumbnail's object alone, looked for everywhere, whatever is around it in the picture. */
export function objectAgreement({ whole }: ComparedPicture, thumbnail: Picture): number {
  const object = objectOf(thumbnail)
  return object ? refined(thumbnail, best(thumbnail, locateObject(whole, thumbnail, object))) : -1
}

/** Of the alignments that were thought of, so many are refined. */
const REFINED = 2

function best(thumbnail: Picture, possible: readonly Alignment[]): ScoredAlignment[] {
  const scored = possible.map((alignment) => ({ alignment, score: alignmentScore(thumbnail, alignment) }))
  return scored.sort((a, b) => b.score - a.score).slice(0, REFINED)
}

function refined(thumbnail: Picture, alignments: readonly ScoredAlignment[]): number {
  return Math.max(-1, ...alignments.map((one) => penalizeOtherShade(thumbnail, refineAlignment(thumbnail, one))))
}

/** Less of the thumbnail's variance than this is not the same: a small thing hardly shows in the difference. */
const SAME_WHOLE = 0.85

/**
 * By how much two thumbnails of whole pictures differ, as the mean square over the pixels. Undefined where that is more than another
 * size or quality makes of one picture.
 */
export function wholeDifference(one: Picture, other: Picture): number | undefined {
  if (one.width !== other.width || one.height !== other.height) return undefined
  const squares = one.pixels.reduce((sum, level, i) => sum + (level - other.pixels[i]) ** 2, 0)
  const difference = squares / (one.width * one.height)
  if (difference > NOISE) return undefined
  return explainedVariance(one, other.pixels, allOf(one)) >= SAME_WHOLE ? difference : undefined
}

/** How much of each side of the thumbnail the picture may be cut to, and how fast it is tried. */
const LEAST_CUT = 0.5
const CUT_STEP = 0.93
/** Places of a cut that are looked at closely. */
const BEST_CUTS = 3

/** The picture is cut out of the thumbnail's: looked for at half the detail. */
function alignCutOuts({ whole }: ComparedPicture, thumbnail: Picture, gain: Alignment['gain']): Alignment[] {
  const small = halved(thumbnail)
  const fits = Math.max(whole.width / small.width, whole.height / small.height)
  const found: ScoredAlignment[] = []
  for (let share = 1; share >= LEAST_CUT; share *= CUT_STEP) {
    const cell = fits / share
    const columns = Math.max(1, Math.min(small.width, Math.round(whole.width / cell)))
    const rows = Math.max(1, Math.min(small.height, Math.round(whole.height / cell)))
    const patch = whole.cells({ x: 0, y: 0, cell, columns, rows }, { gain })
    for (let y = 0; y <= small.height - rows; y++) {
      for (let x = 0; x <= small.width - columns; x++) {
        const score = explainedVariance(small, patch, { left: x, top: y, right: x + columns, bottom: y + rows })
        const alignment = { table: whole, within: allOf(thumbnail), cell: cell / 2, x: 2 * x, y: 2 * y, gain }
        found.push({ alignment, score })
      }
    }
  }
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, BEST_CUTS)
    .map(({ alignment }) => alignment)
}

/** Boxes of other proportions, by this share and a cell, hold something else. */
const MOST_STRETCHED = 0.3

/** A part of the picture is framed as the thumbnail is, or the object in it. */
function alignFrames({ whole, parts }: ComparedPicture, frame: Edges): Alignment[] {
  return parts.flatMap((part) => fitBox(part, frame).map((at) => ({ ...at, table: whole, within: frame })))
}

/** The object in the picture is the object in the thumbnail, and stands before the thumbnail's background. */
function alignObjects({ objects }: ComparedPicture, { box, extent, background }: ThumbnailObject): Alignment[] {
  if (objects === undefined) return []
  const { table } = objects
  return objects.boxes.flatMap((one) => fitBox(one, extent).map((at) => ({ ...at, table, background, within: box })))
}

/** What stands before the plain background of a thumbnail. */
interface ThumbnailObject {
  box: Edges
  /** The box to a part of a pixel. */
  extent: Edges
  /** With the room that is left around objects that are looked for. */
  framed: Edges
  background: ArrayLike<number>
  mask: Uint8Array
}

function objectOf(thumbnail: Picture): ThumbnailObject | undefined {
  const mask = plainForeground(thumbnail)
  const regions = mask ? regionsOf(mask, thumbnail, 0) : []
  if (mask === undefined || regions.length === 0) return undefined
  const box = around(regions)
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
 * A pixel of a thumbnail is large: where the object covers a tenth of the outermost pixels, the box is nine tenths of a pixel too wide.
 * How much they stand out beside the pixels next to them tells how much of them is covered.
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

function fitBox(box: Edges, onto: Edges): Pick<Alignment, 'cell' | 'x' | 'y'>[] {
  const [wide, high] = [onto.right - onto.left, onto.bottom - onto.top]
  const [across, down] = [box.right - box.left, box.bottom - box.top]
  // By the longer side: a thin object is a cell or two wide.
  const cell = wide > high ? across / wide : down / high
  const tolerated = (cells: number) => 1 + MOST_STRETCHED * cells
  if (Math.abs(across / cell - wide) > tolerated(wide) || Math.abs(down / cell - high) > tolerated(high)) return []
  return [
    {
      cell,
      x: (onto.left + onto.right) / 2 - (box.left + box.right) / 2 / cell,
      y: (onto.top + onto.bottom) / 2 - (box.top + box.bottom) / 2 / cell,
    },
  ]
}

function halved(thumbnail: Picture): Picture {
  const [width, height] = [Math.max(1, thumbnail.width >> 1), Math.max(1, thumbnail.height >> 1)]
  return downsample(thumbnail, { cell: 2, width, height })
}

function allOf({ width, height }: Picture): Edges {
  return { left: 0, top: 0, right: width, bottom: height }
}

function around(regions: readonly Region[]): Edges {
  return {
    left: Math.min(...regions.map(({ left }) => left)),
    top: Math.min(...regions.map(({ top }) => top)),
    right: Math.max(...regions.map(({ right }) => right)) + 1,
    bottom: Math.max(...regions.map(({ bottom }) => bottom)) + 1,
  }
}
