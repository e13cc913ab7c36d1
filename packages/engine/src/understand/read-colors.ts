import { type ColorWord, colorWord, isOnlyColor } from '../colors/color-families.ts'
import { type AttributeValues, merged } from './constraint.ts'
import type { QueryToken } from './query-tokens.ts'
import { isMostlyIn, type Reading, type Run, take, valuesOf } from './reading.ts'
import type { ColorValue } from './segment-values.ts'

/** Words before a color that make a shade of it. */
const TONES = new Set(
  'light dark pale bright deep pastel neon off hell dunkel clair fonce claro oscuro chiaro scuro licht donker ljus mork lys'.split(
    ' ',
  ),
)

/** "Blue" is every value of that family, "navy" the values that say navy; "navy blue" is navy, "light blue" a light one if there is any. */
export function readColors(reading: Reading): void {
  const { tokens } = reading
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at].isTaken) continue
    const color = colorAt(reading, at)
    if (color === undefined) continue
    const run = shadeRun(reading, at, color)
    const attributes = valuesLike(reading, tokens.slice(run.first, run.end), color)
    if (attributes.length === 0) continue
    const words = tokens.slice(run.first, run.end).map(({ word }) => word)
    take(reading, run, { kind: 'color', attributes, phrases: [words], isCut: true })
    at = run.end - 1
  }
}

function colorAt(reading: Reading, at: number): ColorWord | undefined {
  const { word } = reading.tokens[at]
  const color = colorOf(reading, word)
  if (color === undefined) return undefined
  return isOnlyColor(word, color) || isMostlyIn(reading, word, 'options') ? color : undefined
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

function valuesLike(reading: Reading, tokens: readonly QueryToken[], color: ColorWord): AttributeValues[] {
  const words = tokens.map(({ word }) => word)
  const shades = words.filter((word) => colorOf(reading, word)?.isFamily !== true)
  const isShade = ({ words: own }: ColorValue) => shades.every((word) => own.has(word))
  const isInFamily = ({ families }: ColorValue) => families.has(color.family)
  if (shades.length > 0) {
    const alike = matching(reading, (value) => isInFamily(value) && isShade(value))
    // "Light blue" in a shop of blues is blue; "navy" alone is not.
    if (alike.length > 0 || shades.some((word) => !TONES.has(word))) return alike
  }
  return matching(reading, isInFamily)
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
