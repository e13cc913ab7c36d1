import { joinKana } from '../readings/join-kana.ts'
import { japaneseReadings, type Readings } from '../readings/readings.ts'
import { perLanguage } from '../../languages/language-words.ts'
import { fold } from './fold.ts'
import { splitUnits, type Unit } from './split-units.ts'
import { stemmerOf } from './stem.ts'
import { stopWordsOf } from './stop-words.ts'

/** Splits text of one language into words, for products and queries alike. */
export interface Analyzer {
  readonly language: string
  units: (text: string) => Unit[]
  /** Folded in and out. Words with digits are never stemmed. */
  stem(word: string): string
  isStopWord(word: string): boolean
  /** Minimum length of a part of a compound; 0 for languages without compounds. */
  readonly compoundPart: number
  /** Readings of words, for languages that write a word in several scripts. */
  readonly readings: Readings | null
}

export const LANGUAGES = 'da de en es fi fr it ja ko nl no pt sv th zh'.split(' ')

/** Languages with only a lexicon or elisions. */
const KNOWN_IN_PART = 'ca cs hu pl ro ru tr'.split(' ')
/** Represents all other languages, whose text is only split and folded. Requests may name thousands of locales. */
const UNKNOWN_LANGUAGE = 'und'
const KNOWN_LANGUAGES: ReadonlySet<string> = new Set([...LANGUAGES, ...KNOWN_IN_PART])

/** Minimum length of a part of a compound. Chinese, Japanese and Korean characters are syllables. */
const COMPOUND_PARTS: Record<string, number> = { da: 4, de: 4, fi: 4, nl: 4, no: 4, sv: 4, ja: 2, ko: 2, zh: 2 }

/** `pt-BR` and `pt` share an analyzer. Unknown languages are split and folded, not stemmed. */
export function analyzerFor(locale: string): Analyzer {
  return analyzerOf(languageOf(locale))
}

const analyzerOf = perLanguage(createAnalyzer)

/** Increment when texts of a language are split or marked differently, which rebuilds its indexes. */
const ANALYSIS_VERSIONS: Record<string, number> = { en: 1, es: 1, fr: 1, it: 1, ja: 1, pt: 1 }

export function analysisVersion(locale: string): number {
  return ANALYSIS_VERSIONS[languageOf(locale)] ?? 0
}

/** True if the reading of the text begins with the typed kana. */
export function isReadAs(text: string, typed: string, locale: string): boolean {
  const { readings, stem } = analyzerFor(locale)
  const kana = readings === null ? '' : stem(fold(typed))
  return kana !== '' && readings!.of(fold(text)).some((reading) => reading.kana.startsWith(kana))
}

function languageOf(locale: string): string {
  const language = locale.toLowerCase().split(/[-_]/, 1)[0]
  if (language === 'nb' || language === 'nn') return 'no'
  if (!/^[a-z]{2,3}$/.test(language)) return 'en'
  return KNOWN_LANGUAGES.has(language) ? language : UNKNOWN_LANGUAGE
}

function createAnalyzer(language: string): Analyzer {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const stem = remembering(stemmerOf(language))
  const stopWords = stopWordsOf(language)
  const readings = language === 'ja' ? japaneseReadings() : null
  const segment = (run: string) => {
    const words = segmentRun(segmenter, run)
    return readings === null ? words.map((word) => [word]) : joinKana(words, readings, stem)
  }
  return {
    language,
    units: (text) => splitUnits(fold(text), segment),
    stem: (word) => (hasDigit(word) ? word : stem(word)),
    isStopWord: (word) => stopWords.has(word),
    compoundPart: COMPOUND_PARTS[language] ?? 0,
    readings,
  }
}

/** A unit of several parts counts as one word. */
export function wordsOf(text: string, { units }: Analyzer): string[] {
  return units(text).map(({ parts, joined }) => joined ?? parts.join(''))
}

/** Each part of a unit counts as a word. */
export function partsOf(text: string, { units }: Analyzer): string[] {
  return units(text).flatMap(({ parts }) => parts)
}

/** Size of the cache. Words recur in every query and merge. */
const MAX_STEMS = 50_000

function remembering(stem: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>()
  return (word) => {
    let found = known.get(word)
    if (found !== undefined) return found
    found = stem(word)
    if (known.size >= MAX_STEMS) known.clear()
    known.set(word, found)
    return found
  }
}

function segmentRun(segmenter: Intl.Segmenter, run: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike) words.push(segment)
  return words
}

export function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (code >= 48 && code <= 57) return true
  }
  return false
}
