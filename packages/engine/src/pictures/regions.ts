/** Connected parts of a mask, with figures that distinguish a product from text or a button. */
import type { Picture } from '../colors/picture.ts'
import type { Edges } from './alignment.ts'

export interface Region {
  area: number
  left: number
  top: number
  /** Inclusive. */
  right: number
  bottom: number
  /** Standard deviation of lightness, in levels. */
  variety: number
  /** Share of pixels about as light as the median: nearly 1 for a button or bar, even with text. */
  evenness: number
}

/** Parts separated by at most twice `reach` count as one: a pair of shoes, a sentence. Largest first. */
export function regionsOf(mask: Uint8Array, picture: Picture, reach: number): Region[] {
  const { width, height } = picture
  const joined = grown(mask, width, height, reach)
  const seen = new Uint8Array(mask.length)
  const regions: Region[] = []
  for (let start = 0; start < joined.length; start++) {
    if (joined[start] === 0 || seen[start] === 1) continue
    const region = measured(collect(joined, seen, start, width), mask, picture)
    if (region.area > 0) regions.push(region)
  }
  return regions.sort((a, b) => b.area - a.area)
}

export function boxAround(regions: readonly Region[]): Edges {
  return {
    left: Math.min(...regions.map(({ left }) => left)),
    top: Math.min(...regions.map(({ top }) => top)),
    right: Math.max(...regions.map(({ right }) => right)) + 1,
    bottom: Math.max(...regions.map(({ bottom }) => bottom)) + 1,
  }
}

function collect(joined: Uint8Array, seen: Uint8Array, start: number, width: number): number[] {
  const members = [start]
  seen[start] = 1
  const take = (at: number) => {
    if (seen[at] === 1 || joined[at] === 0) return
    seen[at] = 1
    members.push(at)
  }
  for (let next = 0; next < members.length; next++) {
    const at = members[next]
    const x = at % width
    if (at >= width) take(at - width)
    if (at < joined.length - width) take(at + width)
    if (x > 0) take(at - 1)
    if (x < width - 1) take(at + 1)
  }
  return members
}

function measured(members: readonly number[], mask: Uint8Array, { width, pixels }: Picture): Region {
  const box = { area: 0, left: width, top: Number.MAX_SAFE_INTEGER, right: -1, bottom: -1 }
  const levels = new Uint32Array(256)
  let [sum, squares] = [0, 0]
  for (const at of members) {
    if (mask[at] === 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    box.area++
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
    const light = (pixels[3 * at] + pixels[3 * at + 1] + pixels[3 * at + 2]) / 3
    levels[Math.round(light)]++
    sum += light
    squares += light * light
  }
  const mean = sum / Math.max(1, box.area)
  const variety = Math.sqrt(Math.max(0, squares / Math.max(1, box.area) - mean * mean))
  return { ...box, variety, evenness: evennessOf(levels, box.area) }
}

const SAME_LIGHT = 8

function evennessOf(levels: Uint32Array, area: number): number {
  let [below, median] = [0, 0]
  while (median < 255 && below + levels[median] < area / 2) below += levels[median++]
  const about = levels.subarray(Math.max(0, median - SAME_LIGHT), median + SAME_LIGHT + 1)
  return about.reduce((total, count) => total + count, 0) / Math.max(1, area)
}

function grown(mask: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const across = new Uint8Array(mask.length)
  const both = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue
    const x = i % width
    across.fill(1, i - Math.min(reach, x), i + Math.min(reach, width - 1 - x) + 1)
  }
  for (let i = 0; i < mask.length; i++) {
    if (across[i] === 0) continue
    const y = Math.floor(i / width)
    for (let to = Math.max(0, y - reach); to <= Math.min(height - 1, y + reach); to++)
      both[to * width + (i % width)] = 1
  }
  return both
}
