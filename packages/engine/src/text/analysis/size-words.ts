import { wordSets } from '../../languages/language-words.ts'
import { ONE_SIZE, sizeName } from './size-name.ts'

/** Folded words that say that a size stands beside them ("size 10", "Gr. 42"). */
export const SIZE_WORDS_OF = wordSets(({ sizeWords }) => sizeWords)

const NAMED_SIZE = /^(?:x{0,4}[sl]|[2-6]x[sl]|m|small|medium|large|one ?size)$/
const MEASURED = /^\d+(?:[./]\d+)?(?:mm|cm|m|in|inch|inches|ft|oz|lb|lbs|kg|g|ml|l|gb|tb|w|v|hz)$/

/** A size whatever stands beside it. */
export function isSize(word: string): boolean {
  return NAMED_SIZE.test(word) || MEASURED.test(word)
}

/** True for a word that is a size beside a word that says so: "10", "42", "7.5", "xl". */
export function mayBeSize(word: string): boolean {
  return isSize(word) || /^\d{1,3}(?:[./]\d{1,2})?$/.test(word)
}

/** The other way to write a size: "2xl" and "xxl". */
export function sameSize(word: string): string | undefined {
  const counted = /^([2-6])(x)([sl])$/.exec(word)
  if (counted !== null) return 'x'.repeat(Number(counted[1])) + counted[3]
  const repeated = /^(x{2,6})([sl])$/.exec(word)
  return repeated === null ? undefined : `${repeated[1].length}x${repeated[2]}`
}

/** Words in the name of an option that say that it holds sizes, in all languages: shops mix them. */
export function isSizeOptionWord(word: string): boolean {
  return SIZE_OPTION_WORDS.has(word)
}

const SIZE_OPTION_WORDS = new Set(
  [
    'size sizes storrelse str grosse groesse talla tallas koko taille pointure taglia misura サイズ 사이즈 maat tamanho tam storlek',
    'ไซส์ ขนาด 尺码 码 尺寸',
  ]
    .join(' ')
    .split(' '),
)

/** Written beside a size, and no part of it. */
const BESIDE = new Set(['size', 'sized', 'us', 'uk', 'eu', 'eur', 'men', 'mens', 'women', 'womens', 'unisex'])
const NO_SIZE = /^(?:default title|default|tu|unica|unique)$/

/** One form for the ways of writing a size: "X-Large" is xl, "EU 42" 42; undefined where nothing is said. */
export function sizeOf(words: readonly string[]): string | undefined {
  const whole = words.join(' ')
  if (NO_SIZE.test(whole) || sizeName(whole) === ONE_SIZE) return undefined
  const own = words.filter((word) => !BESIDE.has(word)).join(' ')
  return sizeName(own) ?? (own || undefined)
}

/** Between the parts of a value that says more than a size: "Large | 280 mm x 190 mm", "XL / Black", "M (UK 12)". */
const PARTS = /\s*[|;,()]\s*|\s+[/–-]\s+/

/** All sizes that an option's value states, as a whole and by its parts. */
export function sizesIn(value: string, wordsOf: (text: string) => readonly string[]): string[] {
  const parts = value.split(PARTS).filter((part) => part !== '')
  const sizes = [value, ...(parts.length > 1 ? parts : [])].map((part) => sizeOf(wordsOf(part)))
  return [...new Set(sizes.filter((size) => size !== undefined))]
}

/** A size by its letters or words, whatever else the shop calls so. */
export function isNamedSize(word: string): boolean {
  return NAMED_SIZE.test(word) || sizeName(word) !== undefined
}
