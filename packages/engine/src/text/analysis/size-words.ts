import sizes from '../../languages/sizes.json' with { type: 'json' }
import { wordSets } from '../../languages/language-words.ts'

/** Words next to a size ("size 10", "Gr. 42"), folded. */
export const SIZE_WORDS_OF = wordSets(({ sizeWords }) => sizeWords)

const MEASURED = /^\d+(?:[./]\d+)?(?:mm|cm|m|in|inch|inches|ft|oz|lb|lbs|kg|g|ml|l|gb|tb|w|v|hz)$/

/** True for words that are sizes next to a size word: "10", "42", "7.5", "xl". */
export function mayBeSize(word: string): boolean {
  return isNamedSize(word) || MEASURED.test(word) || /^\d{1,3}(?:[./]\d{1,2})?$/.test(word)
}

/** Returns "xxl" for "2xl", and vice versa. */
export function sameSize(word: string): string | undefined {
  const counted = /^([2-6])(x)([sl])$/.exec(word)
  if (counted !== null) return 'x'.repeat(Number(counted[1])) + counted[3]
  const repeated = /^(x{2,6})([sl])$/.exec(word)
  return repeated === null ? undefined : `${repeated[1].length}x${repeated[2]}`
}

/** Words in names of size options, in all languages, because shops mix them. */
export const SIZE_OPTION_WORDS = new Set(sizes.optionWords.split(' '))

/** Words next to a size that do not belong to it. */
const BESIDE = new Set(['size', 'sized', 'us', 'uk', 'eu', 'eur', 'men', 'mens', 'women', 'womens', 'unisex'])
const NO_SIZE = /^(?:default title|default|tu|unica|unique)$/

/** Returns one form per size: "X-Large" is xl, "EU 42" is 42. Returns undefined for other words. */
export function sizeOf(words: readonly string[]): string | undefined {
  const whole = words.join(' ')
  if (NO_SIZE.test(whole) || sizeName(whole) === ONE_SIZE) return undefined
  const own = words.filter((word) => !BESIDE.has(word)).join(' ')
  return sizeName(own) ?? (own || undefined)
}

/** Separates the parts of composite values: "Large | 280 mm x 190 mm", "XL / Black", "M (UK 12)". */
const PARTS = /\s*[|;,()]\s*|\s+[/–-]\s+/

/** Reads the whole value and each of its parts. */
export function sizesIn(value: string, wordsOf: (text: string) => readonly string[]): string[] {
  const parts = value.split(PARTS).filter((part) => part !== '')
  const sizes = [value, ...(parts.length > 1 ? parts : [])].map((part) => sizeOf(wordsOf(part)))
  return [...new Set(sizes.filter((size) => size !== undefined))]
}

/** True for sizes named by letters or words ("xl", "medium"). */
export function isNamedSize(word: string): boolean {
  return sizeName(word) !== undefined
}

/** Returns one form per named size: `x large` and `XL` are `xl`. Expects folded text. */
export function sizeName(text: string): string | undefined {
  if (text.length > LONGEST) return undefined
  const known = WORDS[text]
  if (known !== undefined) return known
  const match = SIZE.exec(text)
  if (match === null) return undefined
  const [, count, xs = '', extra, letter] = match
  const times = count ? Number(count) : xs.length + (extra ? 1 : 0)
  const end = letter[0]
  if (end === 'm') return times === 0 ? 'm' : undefined
  return times === 0 ? end : times === 1 ? `x${end}` : `${times}x${end}`
}

export const ONE_SIZE = 'one size'

/** Length of "one size fits all", the longest name. */
const LONGEST = 17

const SIZE = /^(?:([2-9]) ?x(?:tra)?|(x{1,6})|(extra))? ?-?(s|m|l|small|medium|large)$/

const WORDS: Record<string, string> = Object.assign(Object.create(null), sizes.names)

/** Returns `m/l` for `Medium/Large`. */
export function sizePair(text: string): string | undefined {
  const [, one, other] = /^([^/]+)\/([^/]+)$/.exec(text) ?? []
  const [low, high] = [one && sizeName(one.trim()), other && sizeName(other.trim())]
  return low && high ? `${low}/${high}` : undefined
}

/** Returns the position on a scale with `m` at 0 and `s/m` between its sizes; undefined for other names. */
export function sizePlace(name: string): number | undefined {
  if (name === ONE_SIZE) return ONE_SIZE_PLACE
  if (name === 'regular') return 0
  const plus = /^([1-6])x$/.exec(name)
  if (plus) return 1 + Number(plus[1])
  const pair = /^(\S+?) ?[/-] ?(\S+)$/.exec(name)
  if (pair) {
    const [low, high] = [placeOf(sizeName(pair[1])), placeOf(sizeName(pair[2]))]
    return low === undefined || high === undefined ? undefined : (low + high) / 2
  }
  return placeOf(sizeName(name))
}

/** After all other sizes. */
const ONE_SIZE_PLACE = 100

function placeOf(name: string | undefined): number | undefined {
  if (name === undefined || name === ONE_SIZE) return undefined
  const [, count, x, letter] = /^(\d?)(x?)([sml])$/.exec(name) ?? []
  if (letter === undefined) return undefined
  const times = count ? Number(count) : x ? 1 : 0
  return letter === 'm' ? 0 : (letter === 's' ? -1 : 1) * (1 + times)
}
