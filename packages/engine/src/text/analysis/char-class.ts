export const separator = 0
export const letter = 1
export const digit = 2
/** A letter of a script written without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const spaceless = 3
/** Korean letters stand beside Latin ones without a space (`갤럭시S23`). */
export const hangul = 4

/** Class of a UTF-16 unit. Lone surrogates and everything but the supplementary ideographs separate words. */
export function charClass(code: number): number {
  const known = classes[code]
  if (known !== unknown) return known
  const found = classify(code)
  classes[code] = found
  return found
}

const unknown = 255
/** Filled as characters are met: classifying by regular expression is slow. */
const classes = new Uint8Array(65536).fill(unknown)

const spacelessScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u

function classify(code: number): number {
  if (code >= 0xd840 && code <= 0xd888) return spaceless
  if (code >= 0xdc00 && code <= 0xdfff) return spaceless
  if (code >= 0xd800 && code <= 0xdfff) return separator
  const char = String.fromCharCode(code)
  if (spacelessScript.test(char)) return spaceless
  if (/\p{Nd}/u.test(char)) return digit
  if (/\p{Script=Hangul}/u.test(char)) return hangul
  return /[\p{L}\p{M}\p{N}]/u.test(char) ? letter : separator
}
