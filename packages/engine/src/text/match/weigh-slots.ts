import { fieldMask } from '../segment/posting-cell.ts'
import type { SlotSources } from './expand-slots.ts'
import type { ParsedQuery } from './parse-query.ts'
import { textFields } from '../text-doc.ts'
import type { FieldRarities } from './best-field.ts'
import { ranking } from './ranking.ts'
import { type Source, sourceSize } from './source.ts'

const fieldCount = textFields.length
const typeField = textFields.indexOf('productType')

/** How much each slot counts: its rarity in the shop, more for the words that name the thing itself. */
export function weighSlots(parsed: ParsedQuery, expanded: readonly SlotSources[], docTotal: number): number[] {
  return expanded.map((sources, place) => {
    const rarity = rarityOf(size(sources), docTotal)
    const head = place === parsed.head ? ranking.head : 1
    return rarity * head * (1 + ranking.typeWord * sharesByField(sources)[typeField])
  })
}

/** The same by field: a word may be rare in titles and common in descriptions. */
export function fieldRarities(expanded: readonly SlotSources[], docTotal: number): FieldRarities {
  const byField = new Float64Array(expanded.length * fieldCount)
  let total = 0
  expanded.forEach((sources, slot) => {
    const docs = size(sources)
    const shares = sharesByField(sources)
    total += rarityOf(docs, docTotal)
    for (let field = 0; field < fieldCount; field++)
      byField[slot * fieldCount + field] = rarityOf(docs * shares[field], docTotal)
  })
  return { byField, total }
}

function rarityOf(docs: number, docTotal: number): number {
  const known = Math.min(docTotal, docs)
  return Math.log(1 + (docTotal - known + 0.5) / (known + 0.5))
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
const sampleSize = 64

/** In which share of its products the word, as typed or inflected, stands in the given field. */
export function shareInField(sources: SlotSources, bit: number): number {
  return sources.some((list) => list.some(isOwn)) ? sharesByField(sources)[31 - Math.clz32(bit)] : 0
}

/** Asked for several times in one query. */
const knownShares = new WeakMap<SlotSources, Float64Array>()

/** The same for every field, from an even sample; of what stands for the word where no product has it itself. */
export function sharesByField(sources: SlotSources): Float64Array {
  let shares = knownShares.get(sources)
  if (shares === undefined) {
    shares = sampleShares(sources)
    knownShares.set(sources, shares)
  }
  return shares
}

function sampleShares(sources: SlotSources): Float64Array {
  const own = sources.flat().filter(isOwn)
  const shares = new Float64Array(fieldCount)
  let seen = 0
  for (const source of own.length > 0 ? own : sources.flat()) {
    const step = Math.max(1, Math.floor(sourceSize(source) / sampleSize))
    for (let at = source.start; at < source.end; at += step) {
      seen += step
      for (let bits = source.cells[at] & fieldMask; bits !== 0; bits &= bits - 1)
        shares[31 - Math.clz32(bits & -bits)] += step
    }
  }
  return seen === 0 ? shares : shares.map((count) => count / seen)
}

function isOwn(source: Source): boolean {
  return source.kind === 'exact' || source.kind === 'stem'
}
