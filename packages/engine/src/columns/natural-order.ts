import { fold } from '../text/analysis/fold.ts'

/**
 * A total order in which case and accents do not matter (`Étagère` before `Table`) and digits are numbers (`Size 9`
 * before `Size 10`).
 */
export function compareNatural(a: string, b: string): number {
  const foldedA = a.toLowerCase()
  const foldedB = b.toLowerCase()
  return compareFolded(foldedA, foldedB) || (a < b ? -1 : a > b ? 1 : 0)
}

function compareFolded(a: string, b: string): number {
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(j)
    if (isDigit(x) && isDigit(y)) {
      const endA = digitsEnd(a, i)
      const endB = digitsEnd(b, j)
      const difference = compareDigits(a.slice(i, endA), b.slice(j, endB))
      if (difference !== 0) return difference
      i = endA
      j = endB
      continue
    }
    if (x !== y) {
      const difference = plain(x) - plain(y)
      if (difference !== 0) return difference
    }
    i++
    j++
  }
  return a.length - i - (b.length - j)
}

/** A table, because a sort looks up millions of letters. */
const PLAIN_LATIN = Uint16Array.from({ length: 0x250 }, (_, code) =>
  code < 0x80 ? code : fold(String.fromCharCode(code)).charCodeAt(0) || code,
)

function plain(code: number): number {
  return code < PLAIN_LATIN.length ? PLAIN_LATIN[code] : code
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function digitsEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && isDigit(text.charCodeAt(end))) end++
  return end
}

/** Compares numbers of any length. `007` equals `7` here; `compareNatural` distinguishes them later. */
function compareDigits(a: string, b: string): number {
  const x = a.replace(/^0+(?=\d)/, '')
  const y = b.replace(/^0+(?=\d)/, '')
  if (x.length !== y.length) return x.length - y.length
  return x < y ? -1 : x > y ? 1 : 0
}
