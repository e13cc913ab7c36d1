import type { TextSegment } from '../text-segment.ts'
import type { SlotSources } from './expand-slots.ts'
import { allowedEdits, findTypos } from './find-typos.ts'
import type { ParsedQuery, Slot } from './parse-query.ts'
import { sourceSize } from './source.ts'
import { termAt } from '../segment/dictionary.ts'

/** A neighbour this many times commoner is likelier than the word itself. */
const timesCommoner = 10

/** The query with its rare words replaced by much commoner words one or two edits away; null when there are none. */
export function didYouMean(
  segments: readonly TextSegment[],
  parsed: ParsedQuery,
  expanded: readonly SlotSources[],
): string | null {
  let isChanged = false
  const words = parsed.slots.map((slot) => {
    const place = parsed.wanted.indexOf(slot)
    const better = place < 0 ? undefined : commonerWord(segments, slot, expanded[place])
    if (better === undefined) return slot.word
    isChanged = true
    return better
  })
  return isChanged ? words.join(' ') : null
}

function commonerWord(segments: readonly TextSegment[], slot: Slot, sources: SlotSources): string | undefined {
  const most = slot.parts.length === 1 ? allowedEdits(slot.word) : 0
  if (most === 0) return undefined
  const own = sources.flat().reduce((sum, source) => sum + (source.kind === 'typo' ? 0 : sourceSize(source)), 0)
  let best: { text: string; docs: number } | undefined
  for (const [text, docs] of neighbours(segments, slot.word)) {
    if (docs >= Math.max(1, own * timesCommoner) && (best === undefined || docs > best.docs)) best = { text, docs }
  }
  return best?.text
}

function neighbours(segments: readonly TextSegment[], word: string): Map<string, number> {
  const docs = new Map<string, number>()
  for (const segment of segments) {
    for (const { term } of findTypos(segment, word, 1)) {
      const text = termAt(segment.terms, term)
      docs.set(text, (docs.get(text) ?? 0) + segment.postStarts[term + 1] - segment.postStarts[term])
    }
  }
  return docs
}
