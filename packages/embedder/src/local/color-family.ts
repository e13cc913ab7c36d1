import { type ColorFamily, familyOfColor } from '@vitrine/engine'
import { colorNameShares } from './color-names.ts'

/** Colors that the network of `color-names.ts` knows, in the order of its outputs. */
const NAMES = [
  ...['beige', 'black', 'blue', 'bronze', 'brown', 'burgundy', 'charcoal', 'coffee brown', 'copper', 'cream'],
  ...['fluorescent green', 'gold', 'green', 'grey', 'melange grey', 'khaki', 'lavender', 'lime green', 'magenta'],
  ...['maroon', 'mauve', 'metallic', 'multi', 'mushroom brown', 'mustard', 'navy blue', 'nude', 'off white', 'olive'],
  ...['orange', 'peach', 'pink', 'purple', 'red', 'rose', 'rust', 'sea green', 'silver', 'skin', 'steel', 'tan'],
  ...['taupe', 'teal', 'turquoise blue', 'white', 'yellow'],
]
const FAMILIES = NAMES.map(familyOfColor)

/** More people than not. */
const MOST = 0.5

/** Name that most people would give a product with this color descriptor (of any length), as a family of text search; undefined if they would not agree. */
export function colorFamilyOf(descriptor: Float32Array): ColorFamily | undefined {
  const length = Math.hypot(...descriptor) || 1
  const sums = new Map<ColorFamily, number>()
  colorNameShares(descriptor.map((value) => value / length)).forEach((share, name) => {
    const family = FAMILIES[name]
    if (family) sums.set(family, (sums.get(family) ?? 0) + share)
  })
  return [...sums].find(([, share]) => share > MOST)?.[0]
}
