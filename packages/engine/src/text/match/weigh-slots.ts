import { typeBit } from '../segment/posting-cell.ts'
import type { SlotSources } from './expand-slots.ts'
import type { ParsedQuery } from './parse-query.ts'
import { ranking } from './ranking.ts'
import { type Source, sourceSize } from './source.ts'

/** How much each slot counts: its rarity in the shop, more for the words that name the thing itself. */
export function weighSlots(parsed: ParsedQuery, expanded: readonly SlotSources[], docTotal: number): number[] {
  return expanded.map((sources, place) => {
    const rarity = Math.log(
      1 + (docTotal - Math.min(docTotal, size(sources)) + 0.5) / (Math.min(docTotal, size(sources)) + 0.5),
    )
    const head = place === parsed.head ? ranking.head : 1
    return rarity * head * (1 + ranking.typeWord * shareInField(sources, typeBit))
  })
}

/** Docs of the word as typed or inflected; of its commonest other form where it has none. */
function size(sources: SlotSources): number {
  let docs = 0
  for (const list of sources) {
    let own = 0
    let most = 0
    for (const source of list) {
      if (isOwn(source)) own += sourceSize(source)
      else most = Math.max(most, sourceSize(source))
    }
    docs += own > 0 ? own : most
  }
  return docs
}

/** Postings looked at to learn where a word usually stands. */
const sampleSize = 256

/** In which share of its products the word stands in the given field, from an even sample. */
export function shareInField(sources: SlotSources, bit: number): number {
  let seen = 0
  let inField = 0
  for (const list of sources) {
    for (const source of list) {
      if (!isOwn(source)) continue
      const step = Math.max(1, Math.floor(sourceSize(source) / sampleSize))
      for (let at = source.start; at < source.end; at += step) {
        seen += step
        if ((source.cells[at] & bit) !== 0) inField += step
      }
    }
  }
  return seen === 0 ? 0 : inField / seen
}

function isOwn(source: Source): boolean {
  return source.kind === 'exact' || source.kind === 'stem'
}
