/**
 * Whether a picture was made from the same file as a thumbnail, by its pixels: resized, recompressed, cropped, with margins around it, or
 * the object in it on another plain background. A model of what pictures mean cannot tell two lipsticks of one line apart; pixels can.
 */
import { borderColor, type Picture } from '../colors/picture.ts'
import { SummedAreaTable } from './summed-area-table.ts'
import type { Crop } from './crop.ts'
import { MARGIN } from './find-objects.ts'
import { plainForeground } from './foreground.ts'
import {
  alignmentScore,
  explainedVariance,
  type Edges,
  penalizeOtherShade,
  refineAlignment,
  type ScoredAlignment,
  type Alignment,
} from './alignment.ts'
import { type Region, regionsOf } from './regions.ts'

/** A picture ready to be compared with many thumbnails. */
export interface ComparedPicture {
  whole: SummedAreaTable
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
  const whole = new SummedAreaTable(picture)
  const mask = plainForeground(picture)
  const [largest, ...others] = mask ? regionsOf(mask, picture, 1) : []
  if (mask === undefined || largest === undefined) return { whole, parts }
  const all = [largest, ...others.filter(({ area }) => area >= LEAST_REGION * largest.area)]
  const boxes = all.length > 1 ? [around(all), around([largest])] : [around(all)]
  return { whole, parts, objects: { table: new SummedAreaTable(picture, mask), boxes } }
}

/** Where a thumbnail may lie on a picture, the best first, and the best score. */
export interface CoarseMatch {
  thumbnail: Picture
  alignments: readonly ScoredAlignment[]
  score: number
}

/** Quick, and good enough to tell what is worth a fine match. */
export function coarseMatch(picture: ComparedPicture, thumbnail: Picture): CoarseMatch {
  const object = objectOf(thumbnail)
  const possible = [
    ...alignCutOuts(picture, thumbnail),
    ...alignFrames(picture, allOf(thumbnail)),
    ...(object ? [...alignFrames(picture, object.framed), ...alignObjects(picture, object)] : []),
  ]
  const scored = possible.map((alignment) => ({ alignment, score: alignmentScore(thumbnail, alignment) }))
  const alignments = scored.sort((a, b) => b.score - a.score).slice(0, REFINED)
  return { thumbnail, alignments, score: alignments[0]?.score ?? -1 }
}

/** Of the alignments that were thought of, so many are refined. */
const REFINED = 2

/** How much of what can be seen in the thumbnail is the same in the picture: 1 for the same pixels, 0 and less for another picture. */
export function fineMatch({ thumbnail, alignments }: CoarseMatch): number {
  return Math.max(-1, ...alignments.map((one) => penalizeOtherShade(thumbnail, refineAlignment(thumbnail, one))))
}

/** How much of each side of the thumbnail the picture may be cut to, and how fast it is tried. */
const LEAST_CUT = 0.5
const CUT_STEP = 0.93
/** Places of a cut that are looked at closely. */
const BEST_CUTS = 3

/** The picture is cut out of the thumbnail's: looked for at half the detail. */
function alignCutOuts({ whole }: ComparedPicture, thumbnail: Picture): Alignment[] {
  const small = halved(thumbnail)
  const fits = Math.max(whole.width / small.width, whole.height / small.height)
  const found: ScoredAlignment[] = []
  for (let share = 1; share >= LEAST_CUT; share *= CUT_STEP) {
    const cell = fits / share
    const columns = Math.max(1, Math.min(small.width, Math.round(whole.width / cell)))
    const rows = Math.max(1, Math.min(small.height, Math.round(whole.height / cell)))
    const patch = whole.cells({ x: 0, y: 0, cell, columns, rows })
    for (let y = 0; y <= small.height - rows; y++) {
      for (let x = 0; x <= small.width - columns; x++) {
        const score = explainedVariance(small, patch, { left: x, top: y, right: x + columns, bottom: y + rows })
        found.push({ alignment: { table: whole, within: allOf(thumbnail), cell: cell / 2, x: 2 * x, y: 2 * y }, score })
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
function alignObjects({ objects }: ComparedPicture, { box, background }: ThumbnailObject): Alignment[] {
  if (objects === undefined) return []
  const { table } = objects
  return objects.boxes.flatMap((one) => fitBox(one, box).map((at) => ({ ...at, table, background, within: box })))
}

/** What stands before the plain background of a thumbnail. */
interface ThumbnailObject {
  box: Edges
  /** With the room that is left around objects that are looked for. */
  framed: Edges
  background: ArrayLike<number>
}

function objectOf(thumbnail: Picture): ThumbnailObject | undefined {
  const mask = plainForeground(thumbnail)
  const regions = mask ? regionsOf(mask, thumbnail, 0) : []
  if (regions.length === 0) return undefined
  const box = around(regions)
  const margin = Math.round(MARGIN * Math.max(box.right - box.left, box.bottom - box.top))
  const framed = {
    left: Math.max(0, box.left - margin),
    top: Math.max(0, box.top - margin),
    right: Math.min(thumbnail.width, box.right + margin),
    bottom: Math.min(thumbnail.height, box.bottom + margin),
  }
  return { box, framed, background: borderColor(thumbnail) }
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
  const cells = new SummedAreaTable(thumbnail).cells({ x: 0, y: 0, cell: 2, columns: width, rows: height })
  return { width, height, pixels: Uint8Array.from(cells, Math.round) }
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
