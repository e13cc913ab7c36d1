import type { QueryTerm } from '../text-query.ts'
import type { SlotSources } from './expand-slots.ts'
import type { ParsedQuery, Slot } from './parse-query.ts'
import { type Source, sourceSize } from './source.ts'

/** Forms told for one word: enough to highlight and to explain. */
const maxForms = 24

/** What each word of the query matched, best form first. */
export function queryTerms(parsed: ParsedQuery, expanded: readonly SlotSources[]): QueryTerm[] {
  return parsed.slots.map((slot) => {
    const place = parsed.wanted.indexOf(slot)
    return { word: slot.word, optional: slot.optional, forms: place < 0 ? [] : formsOf(expanded[place]) }
  })
}

function formsOf(sources: SlotSources): QueryTerm['forms'] {
  const byText = new Map<string, Source>()
  for (const source of sources.flat().sort(byWorth)) if (!byText.has(source.text)) byText.set(source.text, source)
  return [...byText.values()].slice(0, maxForms).map(({ text, kind, edits }) => ({ term: text, kind, edits }))
}

function byWorth(a: Source, b: Source): number {
  return b.weight - a.weight || sourceSize(b) - sourceSize(a)
}

/** The query with every misspelt word replaced by its likeliest correction; null when none was. */
export function correctedQuery(parsed: ParsedQuery, expanded: readonly SlotSources[]): string | null {
  let isCorrected = false
  const words = parsed.slots.map((slot) => {
    const correction = correctionOf(slot, parsed, expanded)
    if (correction === undefined) return slot.word
    isCorrected = true
    return correction
  })
  return isCorrected ? words.join(' ') : null
}

function correctionOf(slot: Slot, parsed: ParsedQuery, expanded: readonly SlotSources[]): string | undefined {
  const place = parsed.wanted.indexOf(slot)
  if (place < 0) return undefined
  const sources = expanded[place].flat()
  if (sources.some((source) => source.kind !== 'typo')) return undefined
  return [...sources].sort(byWorth)[0]?.text
}
