import { type Analyzer, hasDigit } from '../text/analysis/analyzer.ts'
import { type Unit, withoutElision } from '../text/analysis/split-units.ts'
import type { ParserToken } from './parse-state.ts'
import { charClass, SPACELESS } from '../text/analysis/char-class.ts'
import { isJoined } from '../text/analysis/split-compound.ts'
import type { ShopVocabulary } from './shop-vocabulary.ts'

export function tokensOf(text: string, analyzer: Analyzer): ParserToken[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: chunk, index }) => chunkTokens(chunk, index, analyzer))
}

function chunkTokens(chunk: string, start: number, analyzer: Analyzer): ParserToken[] {
  const isDashed = /^[-–][^\d-]/.test(chunk)
  let at = 0
  return analyzer.units(chunk).map((unit) => {
    const first = Math.max(at, chunk.indexOf(unit.parts[0], at))
    for (const part of unit.parts) {
      const found = chunk.indexOf(part, at)
      // The analyzer may spell a number or an inch mark differently.
      at = found < 0 ? chunk.length : found + part.length
    }
    return {
      ...wordOf(unit, analyzer.language),
      start: start + (isDashed && first === 1 ? 0 : first),
      end: start + at,
      role: 'word',
      isDashed,
      isClaimed: false,
    }
  })
}

function wordOf(unit: Unit, language: string): Pick<ParserToken, 'word' | 'parts' | 'elided'> {
  const word = unit.joined ?? unit.parts.join('')
  const noun = withoutElision(unit, language)
  return noun === undefined ? { word, parts: unit.parts } : { word: noun, parts: [noun], elided: word }
}

/** Minimum length of a word to split, and of its second part. */
const LETTERS = { from: 5, last: 2 }
/** For scripts without spaces, which segmentation may split anywhere. */
const SYLLABLES = { from: 2, last: 1 }

/** Both "sweatshirt" and "sweat shirt" become the form that names more products of this shop. */
export function inWrittenForm(tokens: readonly ParserToken[], vocabulary: ShopVocabulary): ParserToken[] {
  const written: ParserToken[] = []
  for (let at = 0; at < tokens.length; at++) {
    const [token, next] = [tokens[at], tokens[at + 1]]
    const parts = next && oneWord(token, next, vocabulary)
    if (parts !== undefined) {
      written.push({ ...token, word: parts.join(''), parts, end: next.end })
      at++
    } else written.push(...inParts(token, vocabulary))
  }
  return written
}

/** Tries both orders, so that word order does not matter, and returns the one whose joined form names more products. */
function oneWord(token: ParserToken, next: ParserToken, vocabulary: ShopVocabulary): [string, string] | undefined {
  if (!isPlain(token, vocabulary) || !isPlain(next, vocabulary) || next.isDashed) return undefined
  const orders: [string, string][] = [
    [token.word, next.word],
    [next.word, token.word],
  ]
  return orders.find(([first, second]) => {
    if (!vocabulary.hasPhrase([first + second]) && !isJoined(first, second, vocabulary.analyzer)) return false
    const { any, naming } = vocabulary.frequency(first + second)
    // Checked last: finding phrases is slow, and most words have no joined form.
    if (any === 0 || naming < vocabulary.phraseFrequency([first, second], 'naming')) return false
    const turned = vocabulary.phraseFrequency([second, first], 'naming')
    return turned === 0 || naming > turned
  })
}

function isPlain({ word, parts }: ParserToken, { analyzer }: ShopVocabulary): boolean {
  return parts.length === 1 && !hasDigit(word) && !analyzer.isStopWord(word)
}

/** Splits the token if its parts name more products, or no product has the whole; otherwise records the parts. */
function inParts(token: ParserToken, vocabulary: ShopVocabulary): ParserToken[] {
  const { word, start } = token
  const isSpaceless = charClass(word.charCodeAt(0)) === SPACELESS
  const { from, last } = isSpaceless ? SYLLABLES : LETTERS
  if (!isPlain(token, vocabulary) || token.elided !== undefined || word.length < from) return [token]
  const best = vocabulary.remember('parts', [word], () => bestParts(word, last, vocabulary))
  if (best.parts.length === 1) return [token]
  const { any, naming } = vocabulary.frequency(word)
  if (isSpaceless || (any > 0 && best.naming <= naming)) return [{ ...token, apart: best.parts }]
  const [first, second] = best.parts
  const cut = start + first.length
  return [
    { ...token, word: first, parts: [first], end: cut },
    { ...token, word: second, parts: [second], start: cut, isDashed: false },
  ]
}

function bestParts(word: string, last: number, vocabulary: ShopVocabulary): { parts: string[]; naming: number } {
  let best = { parts: [word], naming: 0 }
  for (let cut = 1; cut <= word.length - last; cut++) {
    const parts = [word.slice(0, cut), word.slice(cut)]
    const naming = vocabulary.phraseFrequency(parts, 'naming')
    if (naming > best.naming || (best.parts.length === 1 && vocabulary.hasPhrase(parts))) best = { parts, naming }
  }
  return best
}
