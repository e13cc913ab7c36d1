/** Computes how much pictures taken in too little light must be brightened. */
import type { Picture } from '../colors/picture.ts'

/** Share of pixels that may be brighter than the white point, because they may be reflections. */
const WHITE_SHARE = 0.02

/** Returns the level that nearly all pixels are below, by channel: white, if there is any in the picture (the white-patch method). */
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

/** A picture that needs less brightening than this is compared as it is. */
const MIN_GAIN = 1.2
/** Lamps are yellow and shade is blue; more tint than this between two channels means another color. */
const MAX_TINT = 1.6

/** Factor of each channel that turns one white point into the other; undefined if light does not explain the difference. */
export function exposureGain(from: readonly number[], to: readonly number[]): readonly number[] | undefined {
  const gains = from.map((level, c) => to[c] / level)
  const min = Math.min(...gains)
  return min >= MIN_GAIN && Math.max(...gains) <= MAX_TINT * min ? gains : undefined
}
