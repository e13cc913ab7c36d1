import { type ColorFamily, type ColorWord, colorWord, isOnlyColor } from '../colors/color-families.ts'
import { wordSets } from '../languages/language-words.ts'
import { type AttributeValues, merged } from './constraint.ts'
import { isColorOfPictures } from './picture-colors.ts'
import type { QueryToken } from './query-tokens.ts'
import { isMostlyIn, type Reading, type Run, take, valuesOf } from './reading.ts'
import type { ColorValue } from './segment-values.ts'

/** Words before a color that make a shade of it. */
const TONES = new Set(
  'light dark pale bright deep pastel neon off hell dunkel clair fonce claro oscuro chiaro scuro licht donker ljus mork lys'.split(
    ' ',
  ),
)

/** Words between two colors of which either will do. */
const ALTERNATIVE_WORDS_OF = wordSets((words) => words.or)

interface ReadColor extends AskedColor {
  run: Run
  phrases: string[][]
}

interface AskedColor {
  attributes: AttributeValues[]
  pictured: ColorFamily[]
}

/** "Blue" is every value of that family, "navy" the values that say navy; "navy blue" is navy, "light blue" a light one if there is any. */
export function readColors(reading: Reading): void {
  const { tokens } = reading
  const colors: ReadColor[] = []
  for (let at = 0; at < tokens.length; at++) {
    const color = readColor(reading, at)
    if (color === undefined) continue
    const before = colors.at(-1)
    if (before && isAlternative(reading, before.run, color.run)) colors.splice(-1, 1, eitherOf(before, color))
    else colors.push(color)
    at = color.run.end - 1
  }
  for (const { run, ...color } of colors) take(reading, run, { kind: 'color', ...color, isCut: true })
}

function readColor(reading: Reading, at: number): ReadColor | undefined {
  const { tokens } = reading
  const color = tokens[at].isTaken ? undefined : colorAt(reading, at)
  if (color === undefined) return undefined
  const run = shadeRun(reading, at, color)
  const asked = tokens.slice(run.first, run.end)
  const { attributes, pictured } = askedColor(reading, asked, color)
  if (attributes.length === 0 && !isOfPictures(reading, tokens[at].word, pictured)) return undefined
  return { run, attributes, pictured, phrases: [asked.map(({ word }) => word)] }
}

/** "Red or blue", "red/blue". */
function isAlternative({ tokens, folded, analyzer }: Reading, before: Run, after: Run): boolean {
  const between = tokens.slice(before.end, after.first)
  if (between.length === 0) return folded.slice(tokens[before.end - 1].end, tokens[after.first].start).trim() === '/'
  return between.length === 1 && ALTERNATIVE_WORDS_OF(analyzer.language).has(between[0].word)
}

function eitherOf(one: ReadColor, other: ReadColor): ReadColor {
  return {
    run: { first: one.run.first, end: other.run.end },
    attributes: merged([...one.attributes, ...other.attributes]),
    pictured: [...new Set([...one.pictured, ...other.pictured])],
    phrases: [...one.phrases, ...other.phrases],
  }
}

function colorAt(reading: Reading, at: number): ColorWord | undefined {
  const { word } = reading.tokens[at]
  const color = colorOf(reading, word)
  return color && isColorHere(reading, word, color) ? color : undefined
}

function isColorHere(reading: Reading, word: string, color: ColorWord): boolean {
  const isMeant = isOnlyColor(word, color) || isMostlyIn(reading, word, 'options')
  return isMeant || isOfPictures(reading, word, picturedBy(color))
}

function isOfPictures({ index }: Reading, word: string, pictured: readonly ColorFamily[]): boolean {
  return pictured.some((family) => isColorOfPictures(index, word, family))
}

/** A picture is known to be blue, not to be navy. */
function picturedBy({ family, isFamily }: ColorWord): ColorFamily[] {
  return isFamily ? [family] : []
}

/** In the language of the request, else of the shop. */
function colorOf({ analyzer, index }: Reading, word: string): ColorWord | undefined {
  return colorWord(word, analyzer) ?? colorWord(word, index.text.analyzer)
}

function shadeRun(reading: Reading, at: number, { family }: ColorWord): Run {
  const { tokens } = reading
  const isTone = (token: QueryToken | undefined) => token !== undefined && !token.isTaken && TONES.has(token.word)
  let first = at
  let end = at + 1
  if (isTone(tokens[at - 1])) first--
  const next = tokens[end]
  if (isTone(next)) end++
  else if (next && !next.isTaken && colorOf(reading, next.word)?.family === family) end++
  return { first, end }
}

function askedColor(reading: Reading, tokens: readonly QueryToken[], color: ColorWord): AskedColor {
  const words = tokens.map(({ word }) => word)
  const shades = words.filter((word) => colorOf(reading, word)?.isFamily !== true)
  const isShade = ({ words: own }: ColorValue) => shades.every((word) => own.has(word))
  const isInFamily = ({ families }: ColorValue) => families.has(color.family)
  if (shades.length > 0) {
    const alike = matching(reading, (value) => isInFamily(value) && isShade(value))
    // "Light blue" in a shop of blues is blue; "navy" alone is not.
    if (alike.length > 0 || shades.some((word) => !TONES.has(word))) return { attributes: alike, pictured: [] }
  }
  return { attributes: matching(reading, isInFamily), pictured: picturedBy(color) }
}

/** The colors of pictures that a word which is not wanted names, if it names one here. */
export function unwantedPictures(reading: Reading, word: string): readonly ColorFamily[] {
  const color = colorOf(reading, word)
  return color && isColorHere(reading, word, color) ? picturedBy(color) : []
}

function matching(reading: Reading, isWanted: (value: ColorValue) => boolean): AttributeValues[] {
  const found = reading.index.views.flatMap((_, view) =>
    valuesOf(reading, view).colors.map(({ kind, name, values }) => ({
      kind,
      name,
      values: [...values].filter(([, meaning]) => isWanted(meaning)).map(([value]) => value),
    })),
  )
  return merged(found.filter(({ values }) => values.length > 0))
}
