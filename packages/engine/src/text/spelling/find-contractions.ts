import { prefixRange, termAt } from '../segment/dictionary.ts'
import type { TextSegment } from '../text-segment.ts'
import { isEligible } from './find-typos.ts'

/** No vowel after the first letter, which is kept whatever it is. Nothing else can be found: it saves reading the dictionary. */
const CONTRACTED = /^[a-z][b-df-hj-np-tv-z]{2,}$/
/** Consonants of the word that may be left out: "blvd" has no r. */
const MOST_LEFT_OUT = 1

/** Words that are written short by leaving out their vowels: "utd" for "united", "blk" for "black". */
export function findContractions(segment: TextSegment, short: string): number[] {
  if (!CONTRACTED.test(short)) return []
  const found: number[] = []
  const [first, end] = prefixRange(segment.terms, short[0])
  for (let term = first; term < end; term++)
    if (isEligible(segment, term) && isContractionOf(short, termAt(segment.terms, term))) found.push(term)
  return found
}

function isContractionOf(short: string, word: string): boolean {
  const consonants = word[0] + word.slice(1).replace(/[aeiou]/g, '')
  const leftOut = consonants.length - short.length
  if (leftOut < 0 || leftOut > MOST_LEFT_OUT) return false
  if (consonants.at(-1) !== short.at(-1)) return false
  let at = 0
  for (const letter of consonants) if (letter === short[at]) at++
  return at === short.length
}
