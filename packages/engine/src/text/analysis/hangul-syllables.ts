/** A Korean syllable changes while it is typed (ㄷ, 도, 동). Its code is 0xAC00 + (lead × 21 + vowel) × 28 + final. */
const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3
const FINALS = 28
const PER_LEAD = 21 * FINALS
const FIRST_LEAD = 0x1100
const LEADS = 19

/** The lead consonant that a final becomes before a vowel; -1 for double consonants and for none. */
const LEAD_OF_FINAL = [
  -1, 0, 1, -1, 2, -1, -1, 3, 5, -1, -1, -1, -1, -1, -1, -1, 6, 7, -1, 9, 10, 11, 12, 14, 15, 16, 17, 18,
]

/** Returns text ranges, end exclusive, of the words that the last syllable may become; none for other scripts. */
export function unfinishedRanges(word: string): [from: string, end: string][] {
  const before = word.slice(0, -1)
  const last = word.charCodeAt(word.length - 1)
  if (last >= FIRST_LEAD && last < FIRST_LEAD + LEADS) return [leadRange(before, last - FIRST_LEAD)]
  if (!(last >= FIRST_SYLLABLE && last <= LAST_SYLLABLE)) return []
  const final = (last - FIRST_SYLLABLE) % FINALS
  if (final === 0) return [[word, before + String.fromCharCode(last + FINALS)]]
  const lead = LEAD_OF_FINAL[final]
  return lead < 0 ? [] : [leadRange(before + String.fromCharCode(last - final), lead)]
}

function leadRange(before: string, lead: number): [from: string, end: string] {
  const first = FIRST_SYLLABLE + lead * PER_LEAD
  return [before + String.fromCharCode(first), before + String.fromCharCode(first + PER_LEAD)]
}
