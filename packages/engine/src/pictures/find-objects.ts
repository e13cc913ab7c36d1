/** Guesses where the product in a picture may be. Comparison with the catalog selects the best guess. */
import type { Picture } from '../colors/picture.ts'
import { type Crop, cropWithin, overlap, WHOLE_PICTURE } from './crop.ts'
import { foreground, plainForeground } from './foreground.ts'
import { type Box, edgeBands, isTallPage, roomsOfRows, rowsOf } from './page-layout.ts'
import { type Region, regionsOf } from './regions.ts'

/** Typical margin around an object in catalogs, as a share of its longer side. */
export const MARGIN = 0.06
/** Share of the picture below which an object is dust. */
const MIN_AREA = 0.0008
/** Overlap from which two crops count as one. */
const SAME = 0.8
const MAX_CROPS = 8

/** Returns the whole picture first, then guesses, likeliest first. */
export function objectCrops(picture: Picture): Crop[] {
  const found: Crop[] = [WHOLE_PICTURE]
  for (const crop of guesses(picture, WHOLE_PICTURE, 0)) {
    if (found.length >= MAX_CROPS) break
    if (found.every((one) => overlap(one, crop) < SAME)) found.push(crop)
  }
  return found
}

/** Other common margins in catalogs. */
const MARGINS = [0, 0.03, 0.12, 0.2]

/** Returns the crop with more and less margin, because the catalog may frame the object differently. */
export function otherFramings(crop: Crop, { width, height }: Pick<Picture, 'width' | 'height'>): Crop[] {
  const [wide, high] = [crop.width * width, crop.height * height]
  const object = Math.max(wide, high) / (1 + 2 * MARGIN)
  return MARGINS.map((margin) => {
    const more = (margin - MARGIN) * object
    const [left, top] = [Math.max(0, crop.x * width - more), Math.max(0, crop.y * height - more)]
    const right = Math.min(width, crop.x * width + wide + more)
    const bottom = Math.min(height, crop.y * height + high + more)
    return { x: left / width, y: top / height, width: (right - left) / width, height: (bottom - top) / height }
  })
}

/** Side of the frame as a multiple of the object's longer side. */
const WIDE = [2, 3, 4.5, 6.5]
/** Maximum side of an object with wide margins, as a share of the picture's shorter side. */
const SMALL = 0.33

/** Returns squares with a small object in the middle, as catalogs show pendants and lipsticks. */
export function wideFramings(crop: Crop, { width, height }: Pick<Picture, 'width' | 'height'>): Crop[] {
  const [wide, high] = [crop.width * width, crop.height * height]
  const shorter = Math.min(width, height)
  const object = Math.max(wide, high) / (1 + 2 * MARGIN)
  if (object > SMALL * shorter) return []
  return WIDE.map((factor) => Math.min(shorter, factor * object)).map((side) => {
    const left = Math.max(0, Math.min(width - side, crop.x * width + (wide - side) / 2))
    const top = Math.max(0, Math.min(height - side, crop.y * height + (high - side) / 2))
    return { x: left / width, y: top / height, width: side / width, height: side / height }
  })
}

const DEEPEST = 2
/** Number of regions examined individually. */
const MAX_REGIONS = 4

function guesses(picture: Picture, within: Crop, depth: number): Crop[] {
  const { mask, isPlain } = foreground(picture)
  const regions = significant(regionsOf(mask, picture, 1), picture)
  if (regions.length === 0) return isPlain ? [] : WINDOWS.map((crop) => cropWithin(within, crop))
  const ranked = regions.toSorted((a, b) => prominence(b, picture) - prominence(a, picture)).slice(0, MAX_REGIONS)
  const single = ranked.map((one) => boxOf([one], picture))
  const windows = depth > 0 ? [] : isPlain ? pageTop(picture) : WINDOWS
  const isPage = depth === 0 && isTallPage(picture)
  const rooms = isPage && isPlain ? roomsOfRows(regionsOf(mask, picture, 0), picture).slice(0, MAX_ROOMS) : []
  const rows = besideEachOther(regions).map((group) => boxOf(group, picture))
  const crops = [
    single[0],
    ...rooms.map((room) => shareOf(insetBy(room, 0), picture)),
    ...rows,
    ...single.slice(1),
    boxOf(regions, picture),
    ...windows,
  ]
  const bands = isPage ? edgeBands(picture).slice(0, MAX_BANDS) : []
  const inner = [
    ...bands.flatMap((band) => insideOf(band, picture, within, depth).slice(0, MAX_OF_A_BAND)),
    ...(depth < DEEPEST ? framed(picture, mask, within, depth).slice(0, MAX_OF_A_FRAME) : []),
  ]
  return [...inner, ...crops.map((crop) => cropWithin(within, crop))]
}

/** Several, because the largest may be the empty end of a page. */
const MAX_ROOMS = 2
const MAX_BANDS = 2
const MAX_OF_A_BAND = 3
/** Limits guesses within a frame: if the frame is the product itself, they are only its seams. */
const MAX_OF_A_FRAME = 4

const MAX_GROUPS = 2

/** Returns groups of adjacent regions, which may be one product: a lipstick and its cap. Largest first. */
function besideEachOther(regions: readonly Region[]): Region[][] {
  const areaOf = (group: readonly Region[]) => group.reduce((sum, { area }) => sum + area, 0)
  return rowsOf(regions)
    .filter(({ length }) => length > 1)
    .sort((a, b) => areaOf(b) - areaOf(a))
    .slice(0, MAX_GROUPS)
}

/** On a phone's screenshot, the picture is at the top, below a bar of this height. */
const PAGE_BAR = 0.12

function pageTop(picture: Picture): Crop[] {
  const { width, height } = picture
  return isTallPage(picture) ? [{ x: 0, y: PAGE_BAR, width: 1, height: width / height }] : []
}

/** Tried if nothing stands out. */
const WINDOWS: readonly Crop[] = [
  { x: 0.15, y: 0.15, width: 0.7, height: 0.7 },
  { x: 0, y: 0, width: 0.6, height: 0.6 },
  { x: 0.4, y: 0, width: 0.6, height: 0.6 },
  { x: 0, y: 0.4, width: 0.6, height: 0.6 },
  { x: 0.4, y: 0.4, width: 0.6, height: 0.6 },
]

/** A region that fills this share of its box is a picture within the picture, and is searched too. */
const FRAME_FILL = 0.88
const MIN_FRAME = 0.06
const MAX_FRAME = 0.95
const MAX_FRAMES = 3
/** Shorter frames, in pixels, contain no picture. */
const MIN_FRAME_SIDE = 16

function framed(picture: Picture, mask: Uint8Array, within: Crop, depth: number): Crop[] {
  const whole = picture.width * picture.height
  const frames = regionsOf(mask, picture, 0).filter(({ area, left, right, top, bottom }) => {
    const [width, height] = [right - left + 1, bottom - top + 1]
    const box = width * height
    if (Math.min(width, height) < MIN_FRAME_SIDE) return false
    return area >= FRAME_FILL * box && box >= MIN_FRAME * whole && box <= MAX_FRAME * whole
  })
  for (const frame of frames.slice(0, MAX_FRAMES)) {
    const found = insideOf(frame, picture, within, depth)
    if (found.length > 0) return found
  }
  return []
}

/** Returns the picture in the frame and its possible products; empty if the frame contains no picture. */
function insideOf(frame: Box, picture: Picture, within: Crop, depth: number): Crop[] {
  // Reducing a picture blurs the frame's edge over two pixels. Without them, it is visible whether the frame has a
  // background.
  const box = insetBy(frame, 2)
  const shown = cutOut(picture, box)
  // A box without a background of its own is no framed picture but a product, such as a wallet.
  if (plainForeground(shown) === undefined) return []
  const found = guesses(shown, cropWithin(within, shareOf(box, picture)), depth + 1)
  // The framed picture may be the catalog's own, so it comes first. A box of one color contains no picture.
  return found.length === 0 ? [] : [cropWithin(within, shareOf(insetBy(frame, 1), picture)), ...found]
}

function insetBy({ left, top, right, bottom }: Box, pixels: number): PixelBox {
  return {
    left: left + pixels,
    top: top + pixels,
    width: right - left + 1 - 2 * pixels,
    height: bottom - top + 1 - 2 * pixels,
  }
}

function shareOf({ left, top, width, height }: PixelBox, picture: Picture): Crop {
  return {
    x: left / picture.width,
    y: top / picture.height,
    width: width / picture.width,
    height: height / picture.height,
  }
}

interface PixelBox {
  left: number
  top: number
  width: number
  height: number
}

function cutOut({ width, pixels }: Picture, box: PixelBox): Picture {
  const out = new Uint8Array(3 * box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = 3 * ((box.top + y) * width + box.left)
    out.set(pixels.subarray(from, from + 3 * box.width), 3 * y * box.width)
  }
  return { width: box.width, height: box.height, pixels: out }
}

/** Keeps regions that are large enough. Bars, buttons and cards count only if there is nothing else. */
function significant(regions: readonly Region[], { width, height }: Picture): Region[] {
  const things = regions.filter((region) => !isPlainBox(region))
  const seen = things.some(({ area }) => area >= MIN_THING * width * height) ? things : regions
  const largest = seen[0]?.area ?? 0
  return seen.filter(({ area }) => area >= MIN_AREA * width * height && area >= 0.08 * largest)
}

/** Share of the picture below which a region is text of a page. */
const MIN_THING = 0.005
const PLAIN_FILL = 0.85
const PLAIN_EVENNESS = 0.6

function isPlainBox({ area, left, right, top, bottom, evenness }: Region): boolean {
  return evenness >= PLAIN_EVENNESS && area >= PLAIN_FILL * (right - left + 1) * (bottom - top + 1)
}

/** Scores how likely a region is the product: large, central and with several colors, unlike a button. */
function prominence({ area, left, right, top, bottom, variety }: Region, { width, height }: Picture): number {
  const across = (left + right + 1) / width - 1
  const down = (top + bottom + 1) / height - 1
  return area * Math.exp(-0.7 * (across * across + down * down)) * (0.25 + Math.min(1, variety / 20))
}

function boxOf(regions: readonly Region[], { width, height }: Picture): Crop {
  const left = Math.min(...regions.map((one) => one.left))
  const top = Math.min(...regions.map((one) => one.top))
  const right = Math.max(...regions.map((one) => one.right)) + 1
  const bottom = Math.max(...regions.map((one) => one.bottom)) + 1
  const margin = MARGIN * Math.max(right - left, bottom - top)
  const [x, y] = [Math.max(0, left - margin) / width, Math.max(0, top - margin) / height]
  return {
    x,
    y,
    width: Math.min(width, right + margin) / width - x,
    height: Math.min(height, bottom + margin) / height - y,
  }
}
