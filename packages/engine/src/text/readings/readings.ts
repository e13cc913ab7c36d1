import { buildDictionary, type Dictionary, findTerm, NO_TERM, prefixRange } from '../segment/dictionary.ts'
import { READINGS_DATA } from './readings-data.ts'
import type { Analyzer } from '../analysis/analyzer.ts'

export interface ReadWord {
  /** With kanji, the commonest first. */
  readonly spellings: readonly string[]
  /** True if the word is also written in these kana; otherwise it only sounds the same. */
  readonly isMeant: boolean
}

export interface Reading {
  /** In hiragana. */
  readonly kana: string
  /** True if the kana in katakana are another word: ボタン is a button, ぼたん a peony. */
  readonly isOtherInKatakana: boolean
  readonly words: readonly ReadWord[]
}

/** A single kana begins too many readings. */
const MIN_TYPED = 2

/** Maps kana to words with kanji. Decodes the output of `readings/make_readings.py`; see `line` there. */
export class Readings {
  readonly #kana: Dictionary
  /** Indexed by the term number in `#kana`. */
  readonly #readings: readonly Reading[]
  readonly #usual = new Map<string, Reading[]>()

  constructor(data: string) {
    let kana = ''
    this.#readings = data.split(';').map((line) => {
      const space = line.indexOf(' ')
      kana = kana.slice(0, Number(line[0]))
      for (let i = 1; i < space; i++) kana += KANA_OF.get(line[i])
      return this.#read(kana, line.slice(space + 1))
    })
    this.#kana = buildDictionary(this.#readings.map((reading) => reading.kana))
  }

  find(kana: string): Reading | undefined {
    return this.#readings[findTerm(this.#kana, kana)]
  }

  has(kana: string): boolean {
    return findTerm(this.#kana, kana) !== NO_TERM
  }

  /** Returns the usual readings of a spelling with kanji. */
  of(spelling: string): readonly Reading[] {
    return this.#usual.get(spelling) ?? []
  }

  beginningWith(kana: string, limit: number): readonly Reading[] {
    if (kana.length < MIN_TYPED) return []
    const [first, end] = prefixRange(this.#kana, kana)
    return this.#readings.slice(first, Math.min(end, first + limit))
  }

  /** `~` before a word: only sounds the same. `-` before a spelling: mostly read otherwise. `+` is skipped. */
  #read(kana: string, text: string): Reading {
    const isOtherInKatakana = text.startsWith('*')
    const words = (isOtherInKatakana ? text.slice(1) : text).split(',').map((word) => {
      const isMeant = !word.startsWith('~')
      const marked = (isMeant ? word : word.slice(1)).split('=')
      return { marked, isMeant, spellings: marked.map((spelling) => spelling.replace(/^-?\+?/, '')) }
    })
    const reading = { kana, isOtherInKatakana, words: words.map(({ spellings, isMeant }) => ({ spellings, isMeant })) }
    for (const { marked, spellings } of words)
      spellings.forEach((spelling, i) => {
        if (!marked[i].startsWith('-')) this.#usual.set(spelling, [...this.of(spelling), reading])
      })
    return reading
  }
}

/** ASCII characters that encode ぁ to ん, in this order. Characters used as marks are omitted; digits come last. */
const LETTERS = '#$%&()+./:<>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}0123456789'
const FIRST_KANA = 0x3041
const KANA_OF = new Map([...LETTERS].map((letter, i) => [letter, String.fromCharCode(FIRST_KANA + i)]))
KANA_OF.set('`', 'ー')

let japanese: Readings | undefined

export function japaneseReadings(): Readings {
  japanese ??= new Readings(READINGS_DATA)
  return japanese
}

const KATAKANA = /[ァ-ヺ]/

/** Returns undefined if nothing is read so, or if the katakana are another word. */
export function readingOf(word: string, { readings, stem }: Analyzer): Reading | undefined {
  const reading = readings?.find(stem(word))
  return reading?.isOtherInKatakana && KATAKANA.test(word) ? undefined : reading
}
