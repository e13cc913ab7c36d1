/** Finds the foreground pixels of a small picture by classic image processing. */
import { borderColor, type Picture } from '../colors/picture.ts'

/** Limits of the background's distance from the border's color, in levels: a grainy rim needs more. */
const MIN_REACH = 9
const MAX_REACH = 22
/** Share of the rim that must have one color for the background to be plain. */
const PLAIN_RIM = 0.6

export interface Foreground {
  mask: Uint8Array
  /** True for a background of one color, for which the mask is reliable. */
  isPlain: boolean
}

export function foreground(picture: Picture): Foreground {
  const plain = plainForeground(picture)
  return plain ? { mask: plain, isPlain: true } : { mask: unlikeRim(picture), isPlain: false }
}

/** Marks pixels that the rim's color does not connect with the rim; undefined if the rim has several colors. */
export function plainForeground(picture: Picture): Uint8Array | undefined {
  const { width, height, pixels } = picture
  const border = borderColor(picture)
  const mask = new Uint8Array(width * height).fill(1)
  const queue: number[] = []
  let rim = 0
  const reach = reachOf(picture, border)
  const isNear = (at: number) => difference(pixels, at, border) < reach
  for (const at of rimOf(width, height, 1)) {
    rim++
    if (mask[at] === 1 && isNear(at)) {
      mask[at] = 0
      queue.push(at)
    }
  }
  if (queue.length < PLAIN_RIM * rim) return undefined
  spread(mask, width, queue, isNear)
  return mask
}

/** Removes the queued pixels from the mask, and all near pixels connected with them. */
function spread(mask: Uint8Array, width: number, queue: number[], isNear: (at: number) => boolean): void {
  const take = (at: number) => {
    if (mask[at] === 0 || !isNear(at)) return
    mask[at] = 0
    queue.push(at)
  }
  while (queue.length > 0) {
    const at = queue.pop()!
    const x = at % width
    if (at >= width) take(at - width)
    if (at < mask.length - width) take(at + width)
    if (x > 0) take(at - 1)
    if (x < width - 1) take(at + 1)
  }
}

/** Uses the quieter two thirds of the rim, because the rest may be product. */
function reachOf({ width, height, pixels }: Picture, border: Rgb): number {
  const differences = Float32Array.from(rimOf(width, height, 1), (at) => difference(pixels, at, border)).sort()
  const even = differences[Math.floor(0.66 * (differences.length - 1))]
  return Math.min(MAX_REACH, Math.max(MIN_REACH, 3 * even + 6))
}

/** Removes pixels of the background's color, which is visible through holes that are not connected with the rim. */
export function withoutHoles(mask: Uint8Array, picture: Picture): Uint8Array {
  const border = borderColor(picture)
  const reach = reachOf(picture, border)
  return mask.map((one, at) => (one === 1 && difference(picture.pixels, at, border) >= reach ? 1 : 0))
}

/**
 * Gives edge pixels, which are part background, the mean color of their inner neighbours. Thin parts without inner
 * pixels stay unchanged.
 */
export function decontaminated(picture: Picture, mask: Uint8Array): Picture {
  const { width, height, pixels } = picture
  const within = new Uint8Array(mask.length)
  for (let at = 0; at < mask.length; at++) within[at] = Number(mask[at] === 1 && areAllAround(at, picture, mask))
  const cleaned = Uint8Array.from(pixels)
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] === 1 && within[at] === 0) takeFromWithin(at, picture, within, cleaned)
  }
  return { width, height, pixels: cleaned }
}

function areAllAround(at: number, { width, height }: Picture, mask: Uint8Array): boolean {
  const x = at % width
  const y = (at - x) / width
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) if (mask[v * width + u] === 0) return false
  }
  return true
}

function takeFromWithin(at: number, { width, height, pixels }: Picture, within: Uint8Array, to: Uint8Array): void {
  const x = at % width
  const y = (at - x) / width
  const sums = [0, 0, 0]
  let count = 0
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const next = v * width + u
      if (within[next] === 0) continue
      for (let c = 0; c < 3; c++) sums[c] += pixels[3 * next + c]
      count++
    }
  }
  for (let c = 0; c < 3 && count > 0; c++) to[3 * at + c] = sums[c] / count
}

type Rgb = readonly [number, number, number]

/** Hue counts more than lightness, because shadows and wrinkles belong to the background. */
function difference(pixels: Uint8Array, at: number, color: Rgb): number {
  const r = pixels[3 * at] - color[0]
  const g = pixels[3 * at + 1] - color[1]
  const b = pixels[3 * at + 2] - color[2]
  const light = (r + g + b) / 3
  return Math.sqrt(light * light + 1.5 * ((r - light) ** 2 + (g - light) ** 2 + (b - light) ** 2))
}

function* rimOf(width: number, height: number, thickness: number): Generator<number> {
  for (let y = 0; y < height; y++) {
    const isEdge = y < thickness || y >= height - thickness
    for (let x = 0; x < width; x++) {
      if (isEdge || x < thickness || x >= width - thickness) yield y * width + x
    }
  }
}

const PALETTE = 7
const ROUNDS = 5
/** Colors with a smaller share of the rim belong to an object that is cut by the edge. */
const MIN_RIM_SHARE = 0.06
const RIM_SHARE = 0.08
/** Smaller differences are the same color in other light. */
const MIN_DIFFERENCE = 26

/** Marks pixels unlike all colors of the rim, which has the colors of a background texture. */
function unlikeRim(picture: Picture): Uint8Array {
  const { width, height, pixels } = picture
  const palette = rimPalette(picture)
  const distances = new Float32Array(width * height)
  for (let at = 0; at < distances.length; at++) {
    let min = Number.POSITIVE_INFINITY
    for (const color of palette) min = Math.min(min, difference(pixels, at, color))
    distances[at] = min
  }
  const smooth = blurred(distances, width, height)
  const threshold = Math.max(MIN_DIFFERENCE, otsu(smooth))
  return Uint8Array.from(smooth, (value) => (value > threshold ? 1 : 0))
}

/** k-means over the rim, from the colors farthest apart, so that a picture always gives the same result. */
function rimPalette({ width, height, pixels }: Picture): Rgb[] {
  const rim = [...rimOf(width, height, Math.max(2, Math.round(RIM_SHARE * Math.min(width, height))))]
  const colorAt = (at: number): Rgb => [pixels[3 * at], pixels[3 * at + 1], pixels[3 * at + 2]]
  let palette: Rgb[] = [colorAt(rim[0])]
  const distances = new Float32Array(rim.length).fill(Number.POSITIVE_INFINITY)
  while (palette.length < PALETTE) {
    let far = 0
    for (let i = 0; i < rim.length; i++) {
      distances[i] = Math.min(distances[i], difference(pixels, rim[i], palette[palette.length - 1]))
      if (distances[i] > distances[far]) far = i
    }
    palette.push(colorAt(rim[far]))
  }
  let counts = new Uint32Array(PALETTE)
  for (let round = 0; round < ROUNDS; round++) {
    const sums = palette.map(() => [0, 0, 0])
    counts = new Uint32Array(PALETTE)
    for (const at of rim) {
      const place = nearest(pixels, at, palette)
      counts[place]++
      for (let c = 0; c < 3; c++) sums[place][c] += pixels[3 * at + c]
    }
    palette = sums.map((sum, i) =>
      counts[i] === 0 ? palette[i] : (sum.map((value) => value / counts[i]) as unknown as Rgb),
    )
  }
  return palette.filter((_, i) => counts[i] >= MIN_RIM_SHARE * rim.length)
}

function nearest(pixels: Uint8Array, at: number, palette: readonly Rgb[]): number {
  let place = 0
  let distance = Number.POSITIVE_INFINITY
  for (let i = 0; i < palette.length; i++) {
    const one = difference(pixels, at, palette[i])
    if (one >= distance) continue
    place = i
    distance = one
  }
  return place
}

/** Returns means over 5 × 5 pixels. */
function blurred(values: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(values.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0]
      for (let v = Math.max(0, y - 2); v <= Math.min(height - 1, y + 2); v++) {
        for (let u = Math.max(0, x - 2); u <= Math.min(width - 1, x + 2); u++) {
          sum += values[v * width + u]
          count++
        }
      }
      out[y * width + x] = sum / count
    }
  }
  return out
}

const BINS = 64

/** Otsu's threshold maximizes the variance between both sides. */
function otsu(values: Float32Array): number {
  const top = values.reduce((max, value) => Math.max(max, value), 1)
  const counts = new Float64Array(BINS)
  for (const value of values) counts[Math.min(BINS - 1, Math.floor((value / top) * BINS))]++
  const whole = counts.reduce((sum, count, i) => sum + count * i, 0)
  let [best, threshold, below, belowSum] = [-1, 0, 0, 0]
  for (let i = 0; i < BINS; i++) {
    below += counts[i]
    belowSum += counts[i] * i
    const above = values.length - below
    // NaN if one side is empty, which is never greater than `best`.
    const between = below * above * (belowSum / below - (whole - belowSum) / above) ** 2
    if (between > best) [best, threshold] = [between, ((i + 1) * top) / BINS]
  }
  return threshold
}
