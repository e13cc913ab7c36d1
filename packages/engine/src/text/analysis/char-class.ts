export const SEPARATOR = 0
export const LETTER = 1
export const DIGIT = 2
/** A script without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const SPACELESS = 3
/** Korean letters may follow Latin ones without a space (`갤럭시S23`). */
export const HANGUL = 4

/** Classifies a UTF-16 unit. In the supplementary planes, only ideographs are letters. */
export function charClass(code: number): number {
  const known = CLASSES[code]
  if (known !== UNKNOWN) return known
  const found = classify(code)
  CLASSES[code] = found
  return found
}

const UNKNOWN = 255
/** Filled lazily: a regular expression per character is slow. */
const CLASSES = new Uint8Array(65536).fill(UNKNOWN)

const SPACELESS_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u

function classify(code: number): number {
  if (code >= 0xd840 && code <= 0xd888) return SPACELESS
  if (code >= 0xdc00 && code <= 0xdfff) return SPACELESS
  if (code >= 0xd800 && code <= 0xdfff) return SEPARATOR
  const char = String.fromCharCode(code)
  if (SPACELESS_SCRIPT.test(char)) return SPACELESS
  if (/\p{Nd}/u.test(char)) return DIGIT
  if (/\p{Script=Hangul}/u.test(char)) return HANGUL
  return /[\p{L}\p{M}\p{N}]/u.test(char) ? LETTER : SEPARATOR
}
