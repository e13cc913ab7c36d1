/** Computes the gain that compensates for underexposure. */
import type { Picture } from '../colors/picture.ts'

/** Share of pixels that may be reflections, brighter than the white point. */
const WHITE_SHARE = 0.02

/** Returns the level below which nearly all pixels are, by channel (the white-patch method). */
export function whitePoint({ pixels }: Picture): readonly number[] {
  const counts = new Uint32Array(3 * 256)
  for (let i = 0; i < pixels.length; i++) counts[256 * (i % 3) + pixels[i]]++
  const brighter = (WHITE_SHARE * pixels.length) / 3
  return [0, 1, 2].map((c) => {
    let seen = 0
    for (let level = 255; level > 0; level--) {
      seen += counts[256 * c + level]
      if (seen > brighter) return level
    }
    return 1
  })
}

/** Smaller gains are ignored. */
const MIN_GAIN = 1.2
/** Lamps are yellow and shade is blue. A larger ratio between two channels is not light but another color. */
const MAX_TINT = 1.6

/** Returns factors by channel from one white point to the other; undefined if light does not explain the difference. */
export function exposureGain(from: readonly number[], to: readonly number[]): readonly number[] | undefined {
  const gains = from.map((level, c) => to[c] / level)
  const min = Math.min(...gains)
  return min >= MIN_GAIN && Math.max(...gains) <= MAX_TINT * min ? gains : undefined
}
