/**
 * Compares pixels to tell whether a picture and a thumbnail have the same source: resized, recompressed, cropped, with
 * margins, or with another plain background. Embeddings cannot distinguish two lipsticks of one product line; pixels
 * can.
 */
import type { Picture } from '../colors/picture.ts'
import { AS_IT_IS, SummedAreaTable } from './summed-area-table.ts'
import type { Crop } from './crop.ts'
import { type Cut, cutsFor, type HalvedThumbnail, halvedThumbnail, placeCuts } from './cut-outs.ts'
import { exposureGain, whitePoint } from './exposure.ts'
import { decontaminated, plainForeground, withoutHoles } from './foreground.ts'
import {
  type Alignment,
  alignmentScore,
  type Edges,
  NOISE,
  penalizeOtherShade,
  type ScoredAlignment,
} from './alignment.ts'
import { locateObject } from './locate-object.ts'
import { refineAlignment, slopesOf } from './refine-alignment.ts'
import { boxAround, regionsOf } from './regions.ts'
import { type ThumbnailObject, thumbnailObject } from './thumbnail-object.ts'

export interface ComparedPicture {
  whole: SummedAreaTable
  whitePoint: readonly number[]
  /** Parts of the picture, in pixels, that may match the whole thumbnail. */
  parts: readonly Edges[]
  /** By thumbnail size. */
  cuts: Map<string, readonly Cut[]>
  objects?: { table: SummedAreaTable; boxes: readonly Edges[] }
}

/** Share of the largest region below which regions may be dust, so the object is tried with and without them. */
const MIN_REGION = 0.02

/** `crops`: the whole picture, and parts that may match a whole thumbnail. */
export function prepareForComparison(picture: Picture, crops: readonly Crop[]): ComparedPicture {
  const { width, height } = picture
  const parts = crops.map(({ x, y, width: wide, height: high }) => ({
    left: x * width,
    top: y * height,
    right: (x + wide) * width,
    bottom: (y + high) * height,
  }))
  const common = { whole: new SummedAreaTable(picture), whitePoint: whitePoint(picture), parts, cuts: new Map() }
  const mask = plainForeground(picture)
  const [largest, ...others] = mask ? regionsOf(mask, picture, 1) : []
  if (mask === undefined || largest === undefined) return common
  const all = [largest, ...others.filter(({ area }) => area >= MIN_REGION * largest.area)]
  const boxes = all.length > 1 ? [boxAround(all), boxAround([largest])] : [boxAround(all)]
  return { ...common, objects: { table: objectTable(picture, mask), boxes } }
}

function objectTable(picture: Picture, mask: Uint8Array): SummedAreaTable {
  const object = withoutHoles(mask, picture)
  return new SummedAreaTable(decontaminated(picture, object), object)
}

export interface ComparedThumbnail {
  pixels: Picture
  slopes: Float32Array
  halved: HalvedThumbnail
  whitePoint: readonly number[]
  object: ThumbnailObject | undefined
}

export function prepareThumbnail(thumbnail: Picture): ComparedThumbnail {
  return {
    pixels: thumbnail,
    slopes: slopesOf(thumbnail),
    halved: halvedThumbnail(thumbnail),
    whitePoint: whitePoint(thumbnail),
    object: thumbnailObject(thumbnail),
  }
}

/** Returns the share of the thumbnail's content in the picture: 1 for the same pixels, 0 or less for another. */
export function pixelAgreement(picture: ComparedPicture, thumbnail: ComparedThumbnail): number {
  const { pixels, object } = thumbnail
  const framed = [
    ...alignFrames(picture, allOf(pixels)),
    ...(object ? [...alignFrames(picture, object.framed), ...alignObjects(picture, object)] : []),
  ]
  // Compares twice: the picture unchanged, and with its exposure adapted to the thumbnail.
  const gain = exposureGain(picture.whitePoint, thumbnail.whitePoint)
  const lights = gain ? [undefined, gain] : [undefined]
  const placings = placeCuts(
    cutsOf(picture, pixels),
    thumbnail.halved,
    lights.map((light) => light ?? AS_IT_IS),
  )
  const alignments = lights.flatMap((light, i) => {
    const cuts = placings[i].map(({ cell, x, y }) => ({ table: picture.whole, within: allOf(pixels), cell, x, y }))
    return best(
      pixels,
      [...cuts, ...framed].map((alignment) => ({ ...alignment, gain: light })),
    )
  })
  return refined(thumbnail, alignments)
}

function cutsOf({ whole, cuts }: ComparedPicture, { width, height }: Picture): readonly Cut[] {
  const size = `${width} × ${height}`
  const found = cuts.get(size) ?? cutsFor(whole, { width, height })
  cuts.set(size, found)
  return found
}

/** Searches the whole picture for the thumbnail's object, regardless of background. */
export function objectAgreement({ whole }: ComparedPicture, thumbnail: ComparedThumbnail): number {
  const { pixels, object } = thumbnail
  return object ? refined(thumbnail, best(pixels, locateObject(whole, pixels, object))) : -1
}

const REFINED = 2

function best(thumbnail: Picture, possible: readonly Alignment[]): ScoredAlignment[] {
  const scored = possible.map((alignment) => ({ alignment, score: alignmentScore(thumbnail, alignment) }))
  return scored.sort((a, b) => b.score - a.score).slice(0, REFINED)
}

function refined(thumbnail: ComparedThumbnail, alignments: readonly ScoredAlignment[]): number {
  return Math.max(-1, ...alignments.map((one) => penalizeOtherShade(thumbnail.pixels, refineAlignment(thumbnail, one))))
}

/** Minimum share of common variance of equal pictures. High, because a small object changes little of the variance. */
const SAME_WHOLE = 0.85

/** Returns the mean squared difference; undefined if it is too large for two copies of one picture. */
export function wholeDifference(one: Picture, other: Picture): number | undefined {
  if (one.width !== other.width || one.height !== other.height) return undefined
  let squares = 0
  for (let i = 0; i < one.pixels.length; i++) squares += (one.pixels[i] - other.pixels[i]) ** 2
  const difference = squares / (one.width * one.height)
  if (difference > NOISE) return undefined
  const variance = Math.max(varianceOf(one), varianceOf(other))
  if (variance <= NOISE) return undefined
  // Unlike an alignment, this comparison optimizes nothing, so it needs no allowance for chance.
  return difference <= (1 - SAME_WHOLE) * variance ? difference : undefined
}

function varianceOf({ width, height, pixels }: Picture): number {
  const count = width * height
  const sums = [0, 0, 0]
  let squares = 0
  for (let i = 0; i < pixels.length; i++) {
    sums[i % 3] += pixels[i]
    squares += pixels[i] ** 2
  }
  return squares / count - sums.reduce((all, sum) => all + (sum / count) ** 2, 0)
}

/** Boxes whose proportions differ by more than a cell and this share of a side contain different objects. */
const MAX_STRETCHED = 0.3

/** Aligns parts of the picture with the frame of the thumbnail, or of the object in it. */
function alignFrames({ whole, parts }: ComparedPicture, frame: Edges): Alignment[] {
  return parts.flatMap((part) => fitBox(part, frame).map((at) => ({ ...at, table: whole, within: frame })))
}

/** Aligns the picture's object with the thumbnail's object, on the thumbnail's background. */
function alignObjects({ objects }: ComparedPicture, { box, extent, background }: ThumbnailObject): Alignment[] {
  if (objects === undefined) return []
  const { table } = objects
  return objects.boxes.flatMap((one) => fitBox(one, extent).map((at) => ({ ...at, table, background, within: box })))
}

function fitBox(box: Edges, onto: Edges): Pick<Alignment, 'cell' | 'x' | 'y'>[] {
  const [wide, high] = [onto.right - onto.left, onto.bottom - onto.top]
  const [across, down] = [box.right - box.left, box.bottom - box.top]
  // Measured on the longer side: thin objects are one or two cells wide.
  const cell = wide > high ? across / wide : down / high
  const tolerated = (cells: number) => 1 + MAX_STRETCHED * cells
  if (Math.abs(across / cell - wide) > tolerated(wide) || Math.abs(down / cell - high) > tolerated(high)) return []
  return [
    {
      cell,
      x: (onto.left + onto.right) / 2 - (box.left + box.right) / 2 / cell,
      y: (onto.top + onto.bottom) / 2 - (box.top + box.bottom) / 2 / cell,
    },
  ]
}

function allOf({ width, height }: Picture): Edges {
  return { left: 0, top: 0, right: width, bottom: height }
}
