import { joinKana } from '../readings/join-kana.ts'
import { japaneseReadings, type Readings } from '../readings/readings.ts'
import { fold } from './fold.ts'
import { splitUnits, type Unit } from './split-units.ts'
import { stemmerOf } from './stem.ts'
import { stopWordsOf } from './stop-words.ts'

/** Splits text of one language into words, in products and queries alike. */
export interface Analyzer {
  readonly language: string
  units: (text: string) => Unit[]
  /** Folded stem of a folded word. Words with digits are never stemmed. */
  stem(word: string): string
  isStopWord(word: string): boolean
  /** Minimum length of a part in languages with compounds; 0 in others. */
  readonly compoundPart: number
  /** Readings of words, in languages that write the same word in several scripts. */
  readonly readings: Readings | null
}

export const LANGUAGES = 'da de en es fi fr it ja ko nl no pt sv th zh'.split(' ')

/** Languages that have only a list of ordinary words or elisions. */
const KNOWN_IN_PART = 'ca cs hu pl ro ru tr'.split(' ')
/**
 * Stands for every other language, whose text is only split and folded. They share one name, because requests may
 * name thousands of locales.
 */
const UNKNOWN_LANGUAGE = 'und'
const KNOWN_LANGUAGES: ReadonlySet<string> = new Set([...LANGUAGES, ...KNOWN_IN_PART])

/** Minimum length of a part of a compound, by language. It is shorter in Chinese, Japanese and Korean, where a character is a syllable. */
const COMPOUND_PARTS: Record<string, number> = { da: 4, de: 4, fi: 4, nl: 4, no: 4, sv: 4, ja: 2, ko: 2, zh: 2 }
const analyzers = new Map<string, Analyzer>()

/** `pt-BR` and `pt` share one analyzer; an unknown language is split and folded, not stemmed. */
export function analyzerFor(locale: string): Analyzer {
  const language = languageOf(locale)
  const known = analyzers.get(language)
  if (known) return known
  const analyzer = createAnalyzer(language)
  analyzers.set(language, analyzer)
  return analyzer
}

/** Increment a language's version when its texts are split differently: indexes in that language are then rebuilt. */
const ANALYSIS_VERSIONS: Record<string, number> = { en: 1, ja: 1 }

export function analysisVersion(locale: string): number {
  return ANALYSIS_VERSIONS[languageOf(locale)] ?? 0
}

/** True if the text is a word whose reading begins with the typed kana. */
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

/** Returns the words of a text; a unit of several parts is one word. */
export function wordsOf(text: string, { units }: Analyzer): string[] {
  return units(text).map(({ parts, joined }) => joined ?? parts.join(''))
}

/** Returns the words of a text; each part of a unit is one word. */
export function partsOf(text: string, { units }: Analyzer): string[] {
  return units(text).flatMap(({ parts }) => parts)
}

/** Number of stems cached, because the same words occur in every query and every merge. */
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
