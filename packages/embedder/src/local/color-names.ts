/** Names the colors of a product with a small network, trained on the names of 38,549 pictures in shops. */
import { COLOR_DIMENSIONS, type ColorFamily, familyOfColor } from '@vitrine/engine'
import { ownFile, readChecked } from './model-files.ts'

interface Layer {
  /** Row by row, one row per output. */
  weights: readonly number[]
  biases: readonly number[]
}

const FILE = ownFile('visual/color-names.json', '132309c9d620f7571800e3fec2cf15e43f7e33eae7b224e59dd192b735340cfd')

let layers: { hidden: Layer; names: Layer } | undefined

/** Returns, for a color descriptor of length 1, the share of people who would choose each name. */
export function colorNameShares(descriptor: Float32Array): Float32Array {
  if (descriptor.length !== COLOR_DIMENSIONS) throw new RangeError(`a color descriptor has ${COLOR_DIMENSIONS} numbers`)
  layers ??= JSON.parse(Buffer.from(readChecked(FILE)).toString()) as { hidden: Layer; names: Layer }
  const hidden = through(layers.hidden, descriptor).map((value) => Math.max(0, value))
  const logits = through(layers.names, hidden)
  const max = logits.reduce((a, b) => Math.max(a, b))
  const powers = logits.map((value) => Math.exp(value - max))
  const whole = powers.reduce((sum, value) => sum + value)
  return powers.map((value) => value / whole)
}

function through({ weights, biases }: Layer, given: Float32Array): Float32Array {
  return Float32Array.from(biases, (bias, row) => {
    let sum = bias
    for (let i = 0, at = row * given.length; i < given.length; i++, at++) sum += weights[at]! * given[i]!
    return sum
  })
}

/** The color names, in the order of the network's outputs. */
const NAMES = [
  ...['beige', 'black', 'blue', 'bronze', 'brown', 'burgundy', 'charcoal', 'coffee brown', 'copper', 'cream'],
  ...['fluorescent green', 'gold', 'green', 'grey', 'melange grey', 'khaki', 'lavender', 'lime green', 'magenta'],
  ...['maroon', 'mauve', 'metallic', 'multi', 'mushroom brown', 'mustard', 'navy blue', 'nude', 'off white', 'olive'],
  ...['orange', 'peach', 'pink', 'purple', 'red', 'rose', 'rust', 'sea green', 'silver', 'skin', 'steel', 'tan'],
  ...['taupe', 'teal', 'turquoise blue', 'white', 'yellow'],
]
const FAMILIES = NAMES.map(familyOfColor)

/** A color family is returned only if more than this share of people would choose it. */
const MIN_SHARE = 0.5

/** Returns the name that most people would give a product of this color; undefined if they would not agree. */
export function colorFamilyOf(descriptor: Float32Array): ColorFamily | undefined {
  const length = Math.hypot(...descriptor) || 1
  const sums = new Map<ColorFamily, number>()
  colorNameShares(descriptor.map((value) => value / length)).forEach((share, name) => {
    const family = FAMILIES[name]
    if (family) sums.set(family, (sums.get(family) ?? 0) + share)
  })
  return [...sums].find(([, share]) => share > MIN_SHARE)?.[0]
}
