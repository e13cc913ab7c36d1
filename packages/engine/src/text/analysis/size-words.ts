import { wordsByLanguage } from './words-by-language.ts'

/** Folded words that say that a size stands beside them ("size 10", "Gr. 42"). */
export const SIZE_WORDS_OF = wordsByLanguage({
  da: 'storrelse str',
  de: 'grosse groesse gr',
  en: 'size sz',
  es: 'talla',
  fi: 'koko',
  fr: 'taille pointure',
  it: 'taglia misura',
  ja: 'サイズ',
  ko: '사이즈',
  nl: 'maat',
  no: 'storrelse str',
  pt: 'tamanho',
  sv: 'storlek stl',
  th: 'ไซส์ ขนาด',
  zh: '尺码 码',
})

const NAMED_SIZE = /^(?:x{0,4}[sl]|[2-6]x[sl]|m|small|medium|large|one ?size)$/
const MEASURED = /^\d+(?:[./]\d+)?(?:mm|cm|m|in|inch|inches|ft|oz|lb|lbs|kg|g|ml|l|gb|tb|w|v|hz)$/

/** A size whatever stands beside it. */
export function isSize(word: string): boolean {
  return NAMED_SIZE.test(word) || MEASURED.test(word)
}

/** What is a size beside a word that says so: "10", "42", "7.5", "xl". */
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
