import colors from '../languages/colors.json' with { type: 'json' }
import { fold } from '../text/analysis/fold.ts'
import { type ColorFamily, colorIn, type ColorLanguage, colorWord, ENGLISH, localShades } from './color-families.ts'
import { type Lab, oklabOf } from './oklab.ts'

export interface NamedColor {
  name: string
  rgb: readonly [number, number, number]
}

/** The first five are greys: `GREYS` relies on it. */
const COLORS = Object.entries(colors.named).map(
  ([name, [red, green, blue]]): NamedColor => ({ name, rgb: [red, green, blue] }),
)

const ALIASES: Readonly<Record<string, string>> = colors.aliases

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
