import {
  buildDictionary,
  type Dictionary,
  findTerm,
  NO_TERM,
  prefixRange,
  termAt,
  termCount,
} from '../segment/dictionary.ts'
import { READINGS_DATA } from './readings-data.ts'
import type { Analyzer } from '../analysis/analyzer.ts'

export interface ReadWord {
  /** Spellings with kanji, the commonest first. */
  readonly spellings: readonly string[]
  /** True if the word is also written in these kana; otherwise it only sounds the same. */
  readonly isMeant: boolean
}

export interface Reading {
  /** In hiragana. */
  readonly kana: string
  /** True if the same kana in katakana are another word: ボタン is a button, ぼたん a peony. */
  readonly isOtherInKatakana: boolean
  readonly words: readonly ReadWord[]
}

/**
 * Maps kana to the words with kanji that are read that way. Flat arrays, because there are thirty thousand readings:
 * each has a run of `entries`, and each entry is the number of a spelling and its marks.
 */
export class Readings {
  readonly #kana: Dictionary
  readonly #spellings: Dictionary
  readonly #otherInKatakana: Uint8Array
  readonly #starts: Uint32Array
  readonly #entries: Uint32Array
  /** Usual readings of each spelling. */
  readonly #readingStarts: Uint32Array
  readonly #readings: Uint32Array
  /** First characters of two-character spellings, by their last character. */
  #firstLetters: Map<string, string> | undefined

  constructor(data: string) {
    const { kana, otherInKatakana, starts, spellings, marks } = decode(data)
    const sorted = [...new Set(spellings)].sort()
    const numbers = new Map(sorted.map((spelling, number) => [spelling, number]))
    this.#kana = buildDictionary(kana)
    this.#spellings = buildDictionary(sorted)
    this.#otherInKatakana = Uint8Array.from(otherInKatakana)
    this.#starts = Uint32Array.from(starts)
    this.#entries = Uint32Array.from(spellings, (spelling, i) => numbers.get(spelling)! * MARKS + marks[i])
    this.#readingStarts = new Uint32Array(sorted.length + 1)
    const mostly = this.#entries.filter((entry) => (entry & MOSTLY_READ_OTHERWISE) === 0)
    for (const entry of mostly) this.#readingStarts[numberOf(entry) + 1]++
    for (let i = 0; i < sorted.length; i++) this.#readingStarts[i + 1] += this.#readingStarts[i]
    this.#readings = new Uint32Array(mostly.length)
    const next = this.#readingStarts.slice()
    for (let reading = 0; reading < kana.length; reading++) {
      for (let i = starts[reading]; i < starts[reading + 1]; i++)
        if ((marks[i] & MOSTLY_READ_OTHERWISE) === 0) this.#readings[next[numberOf(this.#entries[i])]++] = reading
    }
  }

  /** undefined if no word is read that way. `kana` must be hiragana. */
  find(kana: string): Reading | undefined {
    const found = findTerm(this.#kana, kana)
    return found === NO_TERM ? undefined : this.#at(found)
  }

  has(kana: string): boolean {
    return findTerm(this.#kana, kana) !== NO_TERM
  }

  /** The usual readings of a spelling with kanji. */
  of(spelling: string): Reading[] {
    return Array.from(this.#readingsOf(findTerm(this.#spellings, spelling)), (reading) => this.#at(reading))
  }

  beginningWith(kana: string, limit: number): Reading[] {
    if (kana.length < MIN_TYPED) return []
    const [first, end] = prefixRange(this.#kana, kana)
    return Array.from({ length: Math.min(limit, end - first) }, (_, i) => this.#at(first + i))
  }

  /** The native readings among a character's usual ones. */
  nativeKana(letter: string): string[] {
    const found = findTerm(this.#spellings, letter)
    const isNative = (reading: number) =>
      this.#entries
        .subarray(this.#starts[reading], this.#starts[reading + 1])
        .some((entry) => numberOf(entry) === found && (entry & NATIVE) !== 0)
    return Array.from(this.#readingsOf(found).filter(isNative), (reading) => termAt(this.#kana, reading))
  }

  pairsEndingWith(letter: string): string[] {
    this.#firstLetters ??= firstLettersOf(this.#spellings)
    return [...(this.#firstLetters.get(letter) ?? '')].map((first) => first + letter)
  }

  #readingsOf(spelling: number): Uint32Array {
    if (spelling === NO_TERM) return new Uint32Array()
    return this.#readings.subarray(this.#readingStarts[spelling], this.#readingStarts[spelling + 1])
  }

  #at(reading: number): Reading {
    const words: { spellings: string[]; isMeant: boolean }[] = []
    for (const entry of this.#entries.subarray(this.#starts[reading], this.#starts[reading + 1])) {
      const spelling = termAt(this.#spellings, numberOf(entry))
      const marks = entry & (MARKS - 1)
      if ((marks & FIRST_SPELLING) !== 0) words.push({ spellings: [spelling], isMeant: (marks & SOUNDS_ALIKE) === 0 })
      else words[words.length - 1].spellings.push(spelling)
    }
    return { kana: termAt(this.#kana, reading), isOtherInKatakana: this.#otherInKatakana[reading] === 1, words }
  }
}

/** A single kana begins too many readings. */
const MIN_TYPED = 2

const FIRST_SPELLING = 1
const SOUNDS_ALIKE = 2
const MOSTLY_READ_OTHERWISE = 4
const NATIVE = 8
/** A power of two greater than all marks together. */
const MARKS = 16

function numberOf(entry: number): number {
  return entry >>> Math.log2(MARKS)
}

function firstLettersOf(spellings: Dictionary): Map<string, string> {
  const found = new Map<string, string>()
  for (let number = 0; number < termCount(spellings); number++) {
    const spelling = termAt(spellings, number)
    if (spelling.length === 2) found.set(spelling[1], (found.get(spelling[1]) ?? '') + spelling[0])
  }
  return found
}

interface Decoded {
  readonly kana: string[]
  readonly otherInKatakana: number[]
  /** Index of the first spelling of each reading, and one past the last. */
  readonly starts: number[]
  readonly spellings: string[]
  readonly marks: number[]
}

/** Decodes the output of `readings/make_readings.py`; see `line` there. */
function decode(data: string): Decoded {
  const decoded: Decoded = { kana: [], otherInKatakana: [], starts: [0], spellings: [], marks: [] }
  let before = ''
  for (const line of data.split(';')) {
    const space = line.indexOf(' ')
    let kana = before.slice(0, Number(line[0]))
    for (let i = 1; i < space; i++) kana += KANA_OF.get(line[i])
    const isOther = line[space + 1] === '*'
    for (const word of line.slice(space + (isOther ? 2 : 1)).split(',')) decodeWord(word, decoded)
    decoded.kana.push(kana)
    decoded.otherInKatakana.push(Number(isOther))
    decoded.starts.push(decoded.spellings.length)
    before = kana
  }
  return decoded
}

function decodeWord(word: string, { spellings, marks }: Decoded): void {
  const soundsAlike = word.startsWith('~') ? SOUNDS_ALIKE : 0
  let first = FIRST_SPELLING
  for (const spelling of (soundsAlike ? word.slice(1) : word).split('=')) {
    const isOtherwise = spelling.startsWith('-')
    const isNative = spelling[Number(isOtherwise)] === '+'
    spellings.push(spelling.slice(Number(isOtherwise) + Number(isNative)))
    marks.push(first | soundsAlike | (isOtherwise ? MOSTLY_READ_OTHERWISE : 0) | (isNative ? NATIVE : 0))
    first = 0
  }
}

/** ASCII characters that encode ぁ to ん, in this order. Characters used as marks are left out; digits come last. */
const LETTERS = '#$%&()+./:<>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}0123456789'
const FIRST_KANA = 0x3041
const KANA_OF = new Map([...LETTERS].map((letter, i) => [letter, String.fromCharCode(FIRST_KANA + i)]))
KANA_OF.set('`', 'ー')

let japanese: Readings | undefined

/** Decoded on first use. */
export function japaneseReadings(): Readings {
  japanese ??= new Readings(READINGS_DATA)
  return japanese
}

const KATAKANA = /[ァ-ヺ]/

/** undefined if the word has no reading in kana, or if it is another word in katakana. */
export function readingOf(word: string, { readings, stem }: Analyzer): Reading | undefined {
  const reading = readings?.find(stem(word))
  return reading?.isOtherInKatakana && KATAKANA.test(word) ? undefined : reading
}

/** Inside a compound the first sound of a part is often voiced: くつ, but かわぐつ. */
const VOICED = new Map(
  'かが きぎ くぐ けげ こご さざ しじ すず せぜ そぞ ただ ちぢ つづ てで とど はば ひび ふぶ へべ ほぼ'
    .split(' ')
    .map((pair) => [pair[0], pair[1]]),
)

/**
 * True if a word that ends with a character also ends with its native reading, so that it is a kind of it: 革靴 is read
 * かわぐつ and is a kind of 靴 (くつ, shoe), but 財布 (さいふ, purse) is not a kind of 布 (ぬの, cloth). Chinese readings prove
 * nothing: 料金 is a fee, not a kind of gold.
 */
export function endsAsRead(longer: string, word: string, readings: Readings): boolean {
  if (!longer.endsWith(word)) return false
  const whole = readings.of(longer).map(({ kana }) => kana)
  if (whole.length === 0) return false
  const ends = readings.nativeKana(word).flatMap((kana) => [kana, (VOICED.get(kana[0]) ?? kana[0]) + kana.slice(1)])
  return whole.some((kana) => ends.some((end) => kana.length > end.length && kana.endsWith(end)))
}
