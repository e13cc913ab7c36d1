/**
 * One spelling for what shoppers type in many: compatibility forms, case and Latin diacritics folded.
 * Marks that carry the sound (kana voicing, Thai vowels, Hangul jamo) stay.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .replace(tradeMarks, ' ')
    .replace(vulgarFraction, ' $&')
    .normalize('NFKC')
    .replace(splitAm, '$1ำ')
    .toLowerCase()
    .normalize('NFD')
    .replace(combiningMarks, '')
    .normalize('NFC')
    .replace(letters, (letter) => plainLetters[letter])
}

/** Compatibility forms take the Thai vowel am apart, and words with it then fall apart; some type it apart, too. */
const splitAm = /\u0e4d([\u0e48-\u0e4b]?)\u0e32/g
const tradeMarks = /[™®©℠]/g
const vulgarFraction = /[¼-¾⅐-⅞]/g
const combiningMarks = /[\u0300-\u036f\u00ad\u200b-\u200d\ufeff]/g
const letters = /[ßæœøđðłþı⁄’‘ʼ′″“”]/g

/** Letters that Unicode does not decompose, and the quotes that mean apostrophe, foot or inch. */
const plainLetters: Record<string, string> = {
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
