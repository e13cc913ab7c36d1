import { colorDistance, type Lab, oklabOf } from './oklab.ts'

export interface Picture {
  width: number
  height: number
  /** RGB bytes, row by row. */
  pixels: Uint8Array
}

export interface LabPicture {
  width: number
  height: number
  colors: readonly Lab[]
  border: Lab
}

export function labPicture(picture: Picture): LabPicture {
  const { width, height, pixels } = picture
  const colors: Lab[] = []
  for (let i = 0; i < pixels.length; i += 3) {
    const [red, green, blue] = [pixels[i], pixels[i + 1], pixels[i + 2]]
    // Background pixels repeat, and the cube roots of `oklabOf` are the slowest step here.
    const isAsBefore = i > 0 && red === pixels[i - 3] && green === pixels[i - 2] && blue === pixels[i - 1]
    colors.push(isAsBefore ? colors[colors.length - 1] : oklabOf(red, green, blue))
  }
  return { width, height, colors, border: oklabOf(...borderColor(picture)) }
}

/** Width in pixels of the rim that is taken for the background. */
const RIM = 2

/** Returns the median of each channel along the rim. The median ignores a product that touches the edge. */
export function borderColor({ width, height, pixels }: Picture): [number, number, number] {
  const counts = new Uint32Array(3 * 256)
  let total = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (x >= RIM && x < width - RIM && y >= RIM && y < height - RIM) continue
      const at = 3 * (y * width + x)
      for (let c = 0; c < 3; c++) counts[256 * c + pixels[at + c]]++
      total++
    }
  }
  return [0, 1, 2].map((c) => median(counts.subarray(256 * c, 256 * (c + 1)), total)) as [number, number, number]
}

function median(counts: Uint32Array, total: number): number {
  let seen = 0
  for (let value = 0; value < 256; value++) {
    seen += counts[value]
    if (2 * seen >= total) return value
  }
  return 255
}

/** Pixels up to this distance from the border's color are background if they are connected with the rim. */
const BACKGROUND_REACH = 0.05
/** Share of the rim that must have the border's color for the background to be plain. */
const PLAIN_RIM = 0.6

/**
 * Returns how much each pixel counts as product, 0 to 1, and more in the middle. A plain background is flood-filled
 * from the rim, so that a white shirt on white keeps its white.
 */
export function productShares(picture: LabPicture): Float32Array {
  const shares = centred(picture)
  const background = plainBackground(picture)
  if (background === undefined) return shares
  let product = background.length
  for (let i = 0; i < background.length; i++) product -= background[i]
  if (product < 0.01 * background.length) return shares
  for (let i = 0; i < shares.length; i++) if (background[i] === 1) shares[i] = 0
  return shares
}

/** Standard deviation of the weight around the middle, where products usually are, in halves of the picture. */
const BELL = 0.9

function centred({ width, height }: LabPicture): Float32Array {
  const [across, down] = [bellAlong(width), bellAlong(height)]
  const shares = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y++) for (let x = 0; x < width; x++) shares[at++] = across[x] * down[y]
  return shares
}

function bellAlong(size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, i) => Math.exp(-((((2 * i + 1) / size - 1) / BELL) ** 2)))
}

/** Marks with 1 the background pixels that are connected with the rim. Returns undefined if the rim is not plain. */
function plainBackground({ width, height, colors, border }: LabPicture): Uint8Array | undefined {
  const background = new Uint8Array(colors.length)
  const reached = new Int32Array(colors.length)
  let count = 0
  const reach = (at: number) => {
    if (background[at] === 1 || colorDistance(colors[at], border) >= BACKGROUND_REACH) return
    background[at] = 1
    reached[count++] = at
  }
  const last = colors.length - width
  for (let x = 0; x < width; x++) {
    reach(x)
    reach(last + x)
  }
  for (let at = 0; at < colors.length; at += width) {
    reach(at)
    reach(at + width - 1)
  }
  const rim = width < 3 || height < 3 ? colors.length : 2 * (width + height) - 4
  if (count < PLAIN_RIM * rim) return undefined
  for (let i = 0; i < count; i++) {
    const at = reached[i]
    const x = at % width
    if (x > 0) reach(at - 1)
    if (x < width - 1) reach(at + 1)
    if (at >= width) reach(at - width)
    if (at < last) reach(at + width)
  }
  return background
}
