import { type ColorFamily, type ColorWord, colorWord, colorWordsIn, isOnlyColor } from '../colors/color-families.ts'
import { perLanguage, wordSets } from '../languages/language-words.ts'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { attributesOf, type ParseState, MIN_CONFIDENCE, shareIn, typedText } from './parse-state.ts'
import type { AttributeValues, Reading, Span } from './query.ts'
import type { StatedColor } from './shop-vocabulary.ts'

const TONES_OF = wordSets(({ tones }) => tones)
const OR_OF = wordSets((words) => words.or)

interface ColorReading extends Span {
  readonly attributes: readonly AttributeValues[]
  readonly pictured: readonly ColorFamily[]
  readonly phrases: readonly (readonly string[])[]
  readonly confidence: number
}

/** "Blue" matches its whole family. "Navy blue" means navy, and "light blue" a light one if the shop has any. */
export function colorCandidates(state: ParseState): Reading[] {
  const colors: ColorReading[] = []
  for (let at = 0; at < state.tokens.length; at++) {
    const color = state.tokens[at].isClaimed ? undefined : colorAt(state, at)
    if (color === undefined) continue
    const before = colors.at(-1)
    if (before && isAlternative(state, before, color)) colors.splice(-1, 1, eitherOf(before, color))
    else colors.push(color)
    at = color.end - 1
  }
  return colors.map((color) => ({
    ...color,
    kind: 'color',
    label: typedText(state, color),
    text: typedText(state, color),
  }))
}

function colorAt(state: ParseState, at: number): ColorReading | undefined {
  const spellings = spellingsOf(state, state.tokens[at].word)
  const [word] = spellings
  const color = colorOf(state, word)
  if (color === undefined) return undefined
  const span = shadeSpan(state, at, color)
  const wordsWith = (spelling: string) =>
    state.tokens.slice(span.first, span.end).map((token, i) => (span.first + i === at ? spelling : token.word))
  const { attributes, pictured } = askedColor(state, wordsWith(word), color)
  const isPictured = pictured.some((family) => state.vocabulary.isColorOfPictures(word, family))
  if (attributes.length === 0 && !isPictured) return undefined
  const confidence = isOnlyColor(word, color) || isPictured ? 1 : shareIn(state, word, 'options')
  return { ...span, attributes, pictured, phrases: spellings.map(wordsWith), confidence }
}

/** True for "red or blue" and "red/blue". */
function isAlternative({ tokens, text, analyzer }: ParseState, before: Span, after: Span): boolean {
  const between = tokens.slice(before.end, after.first)
  if (between.length === 0) return text.slice(tokens[before.end - 1].end, tokens[after.first].start).trim() === '/'
  return between.length === 1 && OR_OF(analyzer.language).has(between[0].word)
}

function eitherOf(one: ColorReading, other: ColorReading): ColorReading {
  return {
    first: one.first,
    end: other.end,
    attributes: attributesOf([...one.attributes, ...other.attributes]),
    pictured: [...new Set([...one.pictured, ...other.pictured])],
    phrases: [...one.phrases, ...other.phrases],
    confidence: Math.min(one.confidence, other.confidence),
  }
}

/** Returns color names with the same stem ("gray", "grey", "greys"), otherwise the word itself. */
function spellingsOf({ analyzer, vocabulary }: ParseState, word: string): readonly string[] {
  for (const own of new Set([analyzer, vocabulary.analyzer])) {
    const names = namesByStem(own.language).get(own.stem(word))
    if (names !== undefined) return [...new Set([...names, word])]
  }
  return [word]
}

const namesByStem = perLanguage((language) => {
  const analyzer = analyzerFor(language)
  return Map.groupBy(colorWordsIn(analyzer).keys(), (name) => analyzer.stem(name))
})

function colorOf({ analyzer, vocabulary }: ParseState, word: string): ColorWord | undefined {
  return colorWord(word, analyzer) ?? colorWord(word, vocabulary.analyzer)
}

function shadeSpan(state: ParseState, at: number, { family }: ColorWord): Span {
  const { tokens } = state
  const isTone = (place: number) =>
    tokens[place] !== undefined && !tokens[place].isClaimed && isToneWord(state, tokens[place].word)
  const next = tokens[at + 1]
  const isSameColor = next !== undefined && !next.isClaimed && colorOf(state, next.word)?.family === family
  return { first: isTone(at - 1) ? at - 1 : at, end: isTone(at + 1) || isSameColor ? at + 2 : at + 1 }
}

function isToneWord({ analyzer, vocabulary }: ParseState, word: string): boolean {
  return [analyzer.language, vocabulary.analyzer.language, 'en'].some((language) => TONES_OF(language).has(word))
}

function askedColor(state: ParseState, words: readonly string[], color: ColorWord) {
  const { vocabulary } = state
  const shades = words.filter((word) => colorOf(state, word)?.isFamily !== true)
  const isInFamily = ({ families }: StatedColor) => families.has(color.family)
  if (shades.length > 0) {
    const alike = vocabulary.colors((value) => isInFamily(value) && shades.every((word) => value.words.has(word)))
    // If no value is light, "light blue" means any blue. "navy" always means navy.
    if (alike.length > 0 || shades.some((word) => !isToneWord(state, word))) return { attributes: alike, pictured: [] }
  }
  return { attributes: vocabulary.colors(isInFamily), pictured: picturedBy(color) }
}

/** Pictures have families only: blue, but not navy. */
function picturedBy({ family, isFamily }: ColorWord): ColorFamily[] {
  return isFamily ? [family] : []
}

/** Returns picture colors that an excluded word rejects; empty if it is not a color. */
export function unwantedPictures(state: ParseState, word: string): readonly ColorFamily[] {
  const color = colorOf(state, word)
  if (color === undefined) return []
  const pictured = picturedBy(color)
  const isColor = isOnlyColor(word, color) || shareIn(state, word, 'options') >= MIN_CONFIDENCE
  return isColor || pictured.some((family) => state.vocabulary.isColorOfPictures(word, family)) ? pictured : []
}
