import letters from '../../languages/letters.json' with { type: 'json' }

/** Unifies case, compatibility forms and Latin diacritics, but keeps marks that change the sound. */
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

/** NFKC splits the Thai vowel am, which would split its words. Some people also type it split. */
const SPLIT_AM = /\u0e4d([\u0e48-\u0e4b]?)\u0e32/g
const TRADE_MARKS = /[™®©℠]/g
const VULGAR_FRACTION = /[¼-¾⅐-⅞]/g
const COMBINING_MARKS = /[\u0300-\u036f\u00ad\u200b-\u200d\ufeff]/g
const LETTERS = /[ßæœøđðłþı⁄’‘ʼ′″“”]/g

/** Letters that Unicode does not decompose, and quotes used as apostrophes, foot or inch marks. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = letters

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}
