/**
 * A Korean syllable is one letter that changes while it is typed: ㄷ, 도, 동. Its code tells its parts:
 * 0xAC00 + (lead × 21 + vowel) × 28 + final.
 */
const firstSyllable = 0xac00
const lastSyllable = 0xd7a3
const finals = 28
const perLead = 21 * finals
const firstLead = 0x1100
const leads = 19

/** By final consonant, the lead that it becomes when a vowel follows it; -1 for double ones and for none. */
const leadOfFinal = [
  -1, 0, 1, -1, 2, -1, -1, 3, 5, -1, -1, -1, -1, -1, -1, -1, 6, 7, -1, 9, 10, 11, 12, 14, 15, 16, 17, 18,
]

/** Ranges of text, the end left out, that a word may grow into when its last syllable is finished; none for other scripts. */
export function unfinishedRanges(word: string): [from: string, end: string][] {
  const before = word.slice(0, -1)
  const last = word.charCodeAt(word.length - 1)
  if (last >= firstLead && last < firstLead + leads) return [leadRange(before, last - firstLead)]
  if (!(last >= firstSyllable && last <= lastSyllable)) return []
  const final = (last - firstSyllable) % finals
  if (final === 0) return [[word, before + String.fromCharCode(last + finals)]]
  const lead = leadOfFinal[final]
  return lead < 0 ? [] : [leadRange(before + String.fromCharCode(last - final), lead)]
}

function leadRange(before: string, lead: number): [from: string, end: string] {
  const first = firstSyllable + lead * perLead
  return [before + String.fromCharCode(first), before + String.fromCharCode(first + perLead)]
}
