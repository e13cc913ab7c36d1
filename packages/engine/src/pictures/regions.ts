/** Connected parts of a mask, with what is needed to tell a product from a line of text or a button. */
import type { Picture } from '../colors/picture.ts'

export interface Region {
  /** Pixels of the mask. */
  area: number
  left: number
  top: number
  /** The last column and row that belong to it. */
  right: number
  bottom: number
  /** Standard deviation of its colors, in levels: a button has nearly none. */
  variety: number
}

/** Parts whose gap is at most twice `reach` count as one: a pair of shoes, a sentence. Largest first. */
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

function collect(joined: Uint8Array, seen: Uint8Array, start: number, width: number): number[] {
  const members = [start]
  seen[start] = 1
  for (let next = 0; next < members.length; next++) {
    const at = members[next]
    const x = at % width
    const neighbours = [at - width, at + width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1]
    for (const one of neighbours) {
      if (one < 0 || one >= joined.length || seen[one] === 1 || joined[one] === 0) continue
      seen[one] = 1
      members.push(one)
    }
  }
  return members
}

function measured(members: readonly number[], mask: Uint8Array, { width, pixels }: Picture): Region {
  const region = { area: 0, left: width, top: Number.MAX_SAFE_INTEGER, right: -1, bottom: -1, variety: 0 }
  let [sum, squares] = [0, 0]
  for (const at of members) {
    if (mask[at] === 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    region.area++
    region.left = Math.min(region.left, x)
    region.right = Math.max(region.right, x)
    region.top = Math.min(region.top, y)
    region.bottom = Math.max(region.bottom, y)
    const light = (pixels[3 * at] + pixels[3 * at + 1] + pixels[3 * at + 2]) / 3
    sum += light
    squares += light * light
  }
  if (region.area > 0) region.variety = Math.sqrt(Math.max(0, squares / region.area - (sum / region.area) ** 2))
  return region
}

/** The mask and everything within `reach` of it, across and down. */
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
