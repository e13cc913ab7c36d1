import { fold } from '../text/analysis/fold.ts'
import { type ColorFamily, colorIn, type ColorLanguage, colorWord, ENGLISH, localShades } from './color-families.ts'
import { type Lab, oklabOf } from './oklab.ts'

export interface NamedColor {
  name: string
  rgb: readonly [number, number, number]
}

/** The first five must be greys: `GREYS` relies on it. */
const COLORS: readonly NamedColor[] = [
  { name: 'black', rgb: [20, 20, 22] },
  { name: 'charcoal', rgb: [62, 64, 68] },
  { name: 'grey', rgb: [135, 137, 140] },
  { name: 'silver', rgb: [192, 194, 198] },
  { name: 'white', rgb: [248, 248, 247] },
  { name: 'cream', rgb: [243, 234, 211] },
  { name: 'beige', rgb: [214, 194, 163] },
  { name: 'tan', rgb: [190, 145, 100] },
  { name: 'camel', rgb: [185, 138, 86] },
  { name: 'cognac', rgb: [154, 90, 46] },
  { name: 'brown', rgb: [105, 66, 40] },
  { name: 'terracotta', rgb: [196, 103, 63] },
  { name: 'rust', rgb: [165, 72, 42] },
  { name: 'maroon', rgb: [104, 22, 38] },
  { name: 'red', rgb: [205, 33, 42] },
  { name: 'coral', rgb: [250, 120, 95] },
  { name: 'orange', rgb: [243, 128, 30] },
  { name: 'mustard', rgb: [205, 158, 40] },
  { name: 'ochre', rgb: [172, 130, 25] },
  { name: 'yellow', rgb: [248, 215, 60] },
  { name: 'olive', rgb: [104, 107, 54] },
  { name: 'sage', rgb: [163, 176, 148] },
  { name: 'green', rgb: [52, 142, 68] },
  { name: 'dark green', rgb: [25, 72, 48] },
  { name: 'mint', rgb: [160, 220, 190] },
  { name: 'teal', rgb: [20, 118, 122] },
  { name: 'turquoise', rgb: [60, 195, 195] },
  { name: 'light blue', rgb: [155, 198, 232] },
  { name: 'blue', rgb: [38, 92, 190] },
  { name: 'denim', rgb: [77, 109, 146] },
  { name: 'navy', rgb: [27, 38, 78] },
  { name: 'plum', rgb: [94, 58, 92] },
  { name: 'purple', rgb: [108, 58, 145] },
  { name: 'lavender', rgb: [190, 170, 222] },
  { name: 'magenta', rgb: [205, 40, 135] },
  { name: 'pink', rgb: [242, 160, 185] },
  { name: 'rose', rgb: [196, 138, 140] },
  { name: 'blush', rgb: [232, 196, 187] },
]

const ALIASES: Readonly<Record<string, string>> = {
  gray: 'grey',
  anthracite: 'charcoal',
  ivory: 'cream',
  khaki: 'olive',
  chocolate: 'brown',
  burgundy: 'maroon',
  crimson: 'red',
  scarlet: 'red',
  gold: 'mustard',
  aqua: 'turquoise',
  lilac: 'lavender',
  violet: 'purple',
  fuchsia: 'magenta',
}

const BY_NAME = new Map(COLORS.map((color) => [color.name, color]))
const LABS = COLORS.map(({ name, rgb }) => ({ name, lab: oklabOf(...rgb) }))

const GREYS = LABS.slice(0, 5)
/** Colors below this chroma look grey, whatever their hue. */
const MIN_CHROMA = 0.022
/** People name colors by hue first: a rose in shadow is not called tan. */
const HUE_WEIGHT = 1.8

export function nameOfColor(lab: Lab): string {
  const colors = Math.hypot(lab[1], lab[2]) < MIN_CHROMA ? GREYS : LABS
  let best = colors[0]
  for (const color of colors) {
    if (namingDistance(lab, color.lab) < namingDistance(lab, best.lab)) best = color
  }
  return best.name
}

function namingDistance(a: Lab, b: Lab): number {
  return Math.hypot(a[0] - b[0], HUE_WEIGHT * (a[1] - b[1]), HUE_WEIGHT * (a[2] - b[2]))
}

/** Returns the family of a color name by its last word: dark green is green. */
export function familyOfColor(name: string): ColorFamily | undefined {
  return colorWord(name.split(' ').at(-1)!, ENGLISH)?.family
}

export interface MeantColor extends NamedColor {
  family: ColorFamily | undefined
  isFamily: boolean
}

/** Accepts English names in every language. Returns undefined for words that mainly mean something else, such as linen and cherry. */
export function colorMeant(word: string, language: ColorLanguage): MeantColor | undefined {
  const known = colorIn(fold(word), language)
  const color = known?.isFamily ? colorOfName(known.family) : (localColor(word, language) ?? colorOfName(fold(word)))
  return color && { ...color, family: known?.family, isFamily: known?.isFamily ?? false }
}

function localColor(word: string, { language }: ColorLanguage): NamedColor | undefined {
  const name = localShades(language).get(fold(word))
  return name === undefined ? undefined : colorOfName(name)
}

/** Unlike `colorMeant`, accepts words such as linen, for places where a color is expected. */
export function familyOfWord(word: string, language: ColorLanguage): ColorFamily | undefined {
  return colorIn(fold(word), language)?.family
}

/** Returns all named shades for the name of a family, otherwise the shade itself. */
export function shadesOf({ name, rgb, family, isFamily }: MeantColor): readonly NamedColor[] {
  return isFamily
    ? COLORS.filter((color) => color.name === name || familyOfColor(color.name) === family)
    : [{ name, rgb }]
}

export function colorOfName(word: string): NamedColor | undefined {
  const lower = word.toLowerCase()
  return BY_NAME.get(ALIASES[lower] ?? lower)
}
