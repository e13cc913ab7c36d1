/** A small decoded picture and which of it is the product. */
import { colorDistance, type Lab, oklabOf } from './oklab.ts'

export interface Picture {
  width: number
  height: number
  /** RGB, row by row. */
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
  for (let i = 0; i < pixels.length; i += 3) colors.push(oklabOf(pixels[i], pixels[i + 1], pixels[i + 2]))
  return { width, height, colors, border: oklabOf(...borderColor(picture)) }
}

/** How wide the rim is that tells the background, in pixels. */
const RIM = 2

/** The median of each channel along the rim: a plain background wins over whatever touches the edge. */
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

/** Colors this near to the border's belong to the background where they hang together with the rim. */
const BACKGROUND_REACH = 0.05
/** A rim of which less than this has the border's color is no plain background. */
const PLAIN_RIM = 0.6

/**
 * How much each pixel counts as product, 0 to 1: nothing for a plain background (filled in from the rim, so that a white shirt keeps
 * its white), the middle more than the edge otherwise.
 */
export function productShares(picture: LabPicture): Float32Array {
  const shares = centred(picture)
  const background = plainBackground(picture)
  if (background === undefined) return shares
  const product = background.reduce((sum, inside) => sum + (inside ? 0 : 1), 0)
  if (product < 0.01 * background.length) return shares
  return shares.map((share, i) => (background[i] ? 0 : share))
}

/** A product is held to the middle. The width of the bell is in halves of the picture. */
const BELL = 0.9

function centred({ width, height }: LabPicture): Float32Array {
  const shares = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const down = (2 * y + 1) / height - 1
    for (let x = 0; x < width; x++) {
      const across = (2 * x + 1) / width - 1
      shares[y * width + x] = Math.exp(-(across * across + down * down) / (BELL * BELL))
    }
  }
  return shares
}

function plainBackground({ width, height, colors, border }: LabPicture): Uint8Array | undefined {
  const near = new Uint8Array(colors.length)
  for (let i = 0; i < near.length; i++) near[i] = Number(colorDistance(colors[i], border) < BACKGROUND_REACH)
  const queue: number[] = []
  let rim = 0
  for (let i = 0; i < near.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) continue
    rim++
    if (near[i] === 1) queue.push(i)
  }
  if (queue.length < PLAIN_RIM * rim) return undefined
  return filled(near, width, queue)
}

function filled(near: Uint8Array, width: number, queue: number[]): Uint8Array {
  const reached = new Uint8Array(near.length)
  for (const start of queue) reached[start] = 1
  while (queue.length > 0) {
    const at = queue.pop()!
    const x = at % width
    const neighbours = [at - width, at + width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1]
    for (const next of neighbours) {
      if (next < 0 || next >= near.length || reached[next] === 1 || near[next] === 0) continue
      reached[next] = 1
      queue.push(next)
    }
  }
  return reached
}
