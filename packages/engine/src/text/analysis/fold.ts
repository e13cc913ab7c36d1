/**
 * One spelling for what shoppers type in many: compatibility forms, case and Latin diacritics folded.
 * Marks that carry the sound (kana voicing, Thai vowels, Hangul jamo) stay.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .replace(TRADE_MARKS, ' ')
    .replace(VULGAR_FRACTION, ' $&')
    .normalize('NFKC')
    .replace(SPLIT_AM, '$1ำ')
    .toLowerCase()
    .normalize('NFD')
    .replace(COMBINING_MARKS, '')
    .normalize('NFC')
    .replace(LETTERS, (letter) => PLAIN_LETTERS[letter])
}

/** Compatibility forms take the Thai vowel am apart, and words with it then fall apart; some type it apart, too. */
const SPLIT_AM = /\u0e4d([\u0e48-\u0e4b]?)\u0e32/g
const TRADE_MARKS = /[™®©℠]/g
const VULGAR_FRACTION = /[¼-¾⅐-⅞]/g
const COMBINING_MARKS = /[\u0300-\u036f\u00ad\u200b-\u200d\ufeff]/g
const LETTERS = /[ßæœøđðłþı⁄’‘ʼ′″“”]/g

/** Letters that Unicode does not decompose, and the quotes that mean apostrophe, foot or inch. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  '⁄': '/',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '′': "'",
  '″': '"',
  '“': '"',
  '”': '"',
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}
