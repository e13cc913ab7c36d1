import { contenders } from './contenders.ts'
import type { JudgedSet } from './judged-set.ts'

/** A part number is a word of letters and digits, perhaps with a slash and one or two letters. */
const word = /(?<![^\s(])[A-Za-z0-9][A-Za-z0-9._-]{4,}(?:\/[A-Za-z]{1,2})?(?![^\s),])/g
/** Measures such as "1920x1080" or "2.5in" are not part numbers. */
const measure = /^[\d.,x-]+[a-z"%]{0,5}$/i

/** The first product for each part number in the set's titles must contain the number. */
export function countWrongParts(set: JudgedSet): { asked: number; wrong: string[] } {
  const rank = contenders.vitrine!(set)
  const parts = new Set(set.docs.flatMap((doc) => doc.title.match(word) ?? []).filter(isPartNumber))
  const texts = new Map(set.ids.map((id, doc) => [id, plain(Object.values(set.docs[doc]!).flat().join(' '))]))
  const wrong: string[] = []
  for (const part of parts) {
    const [first] = rank(part).ids
    if (first === undefined || !texts.get(first)!.includes(plain(part))) wrong.push(part)
  }
  return { asked: parts.size, wrong }
}

function isPartNumber(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text) && !measure.test(text)
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
