/** Where the product of a picture may be: cheap guesses, of which the catalog picks the best. */
import type { Picture } from '../colors/picture.ts'
import { type Crop, cropWithin, overlap, WHOLE_PICTURE } from './crop.ts'
import { foreground, plainForeground } from './foreground.ts'
import { type Region, regionsOf } from './regions.ts'

/** Room left around an object, of its longer side: as catalogs leave it. */
const MARGIN = 0.06
/** Less of the picture than this is dust. */
const LEAST_AREA = 0.0008
/** Crops that share this much are one. */
const SAME = 0.8
/** Guesses in all, the whole picture included. */
const MOST_CROPS = 8

/** The whole picture first, then the guesses, the likelier first. */
export function objectCrops(picture: Picture): Crop[] {
  const found: Crop[] = [WHOLE_PICTURE]
  for (const crop of guesses(picture, WHOLE_PICTURE, 0)) {
    if (found.length >= MOST_CROPS) break
    if (found.every((one) => overlap(one, crop) < SAME)) found.push(crop)
  }
  return found
}

const DEEPEST = 2
/** Regions looked at one by one. */
const MOST_REGIONS = 3

function guesses(picture: Picture, within: Crop, depth: number): Crop[] {
  const { mask, isPlain } = foreground(picture)
  const regions = significant(regionsOf(mask, picture, 1), picture)
  if (regions.length === 0) return isPlain ? [] : WINDOWS.map((crop) => cropWithin(within, crop))
  const ranked = regions.toSorted((a, b) => prominence(b, picture) - prominence(a, picture)).slice(0, MOST_REGIONS)
  const single = ranked.map((one) => boxOf([one], picture))
  const crops = [single[0], boxOf(regions, picture), ...single.slice(1), ...(isPlain || depth > 0 ? [] : WINDOWS)]
  const inner = depth < DEEPEST ? framed(picture, mask, within, depth) : []
  return [...inner, ...crops.map((crop) => cropWithin(within, crop))]
}

/** Where nothing stands out, the middle and the corners are tried. */
const WINDOWS: readonly Crop[] = [
  { x: 0.15, y: 0.15, width: 0.7, height: 0.7 },
  { x: 0, y: 0, width: 0.6, height: 0.6 },
  { x: 0.4, y: 0, width: 0.6, height: 0.6 },
  { x: 0, y: 0.4, width: 0.6, height: 0.6 },
  { x: 0.4, y: 0.4, width: 0.6, height: 0.6 },
]

/** A region that fills its box is a picture in a picture: the product is looked for inside it. */
const FRAME_FILL = 0.88
const LEAST_FRAME = 0.06
const MOST_FRAME = 0.95
/** In pixels: what is smaller holds no picture. */
const LEAST_FRAME_SIDE = 16

function framed(picture: Picture, mask: Uint8Array, within: Crop, depth: number): Crop[] {
  const whole = picture.width * picture.height
  const frame = regionsOf(mask, picture, 0).find(({ area, left, right, top, bottom, variety }) => {
    const [width, height] = [right - left + 1, bottom - top + 1]
    if (variety < 4 || Math.min(width, height) < LEAST_FRAME_SIDE) return false
    const box = width * height
    return area >= FRAME_FILL * box && box >= LEAST_FRAME * whole && box <= MOST_FRAME * whole
  })
  if (frame === undefined) return []
  // A frame's own edge is left out.
  const box = {
    left: frame.left + 1,
    top: frame.top + 1,
    width: frame.right - frame.left - 1,
    height: frame.bottom - frame.top - 1,
  }
  const crop = {
    x: box.left / picture.width,
    y: box.top / picture.height,
    width: box.width / picture.width,
    height: box.height / picture.height,
  }
  const inner = cropWithin(within, crop)
  const shown = cutOut(picture, box)
  // A wallet fills its box too: what has no background of its own is the product itself.
  if (plainForeground(shown) === undefined) return []
  return [...guesses(shown, inner, depth + 1), inner]
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

/** Regions large enough to matter beside the largest. */
function significant(regions: readonly Region[], { width, height }: Picture): Region[] {
  const largest = regions[0]?.area ?? 0
  return regions.filter(({ area }) => area >= LEAST_AREA * width * height && area >= 0.08 * largest)
}

/** Large, in the middle, and not of one color as a button is. */
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
