import { findTerm, noTerm, termAt } from '../segment/dictionary.ts'
import { samePosition } from '../segment/read-docs.ts'
import { textFields } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import { ranking } from './ranking.ts'
import type { Hit } from './rerank.ts'

/** The best hits say together what the query means; others gain by resembling them. */
const models = 5
/** Fewer hits say nothing. */
const minModels = 3
const fieldCount = textFields.length

/**
 * Raises the hits whose title and product type resemble those of the best hits: cosine of inverse document frequencies
 * with the models' sum, a model compared with the other models only.
 */
export function rewardAgreement(hits: readonly Hit[], segments: readonly TextSegment[]): void {
  if (hits.length < minModels) return
  const main = segments.reduce((largest, segment) => (segment.docCount > largest.docCount ? segment : largest))
  const best = bestOf(hits)
  const shares = best.map((hit) => (hit.score / best[0].score) ** 2)
  const total = shares.reduce((sum, share) => sum + share, 0)
  const profile = new Map<number, number>()
  best.forEach((hit, i) => {
    for (const term of new Set(namingTerms(hit, segments, main))) {
      if (term !== noTerm) profile.set(term, (profile.get(term) ?? 0) + shares[i])
    }
  })
  const resemblances = hits.map((hit) => {
    const model = best.indexOf(hit)
    const own = model < 0 ? 0 : shares[model]
    return resemblance(profile, namingTerms(hit, segments, main), main, own) / (total - own)
  })
  const most = Math.max(...resemblances)
  if (!(most > 0)) return
  hits.forEach((hit, i) => {
    hit.score *= 1 + (ranking.agreement * resemblances[i]) / most
  })
}

/** The models, best first: cheaper than sorting all hits for a handful. */
function bestOf(hits: readonly Hit[]): Hit[] {
  const best: Hit[] = []
  for (const hit of hits) {
    let place = best.length
    while (place > 0 && isBetter(hit, best[place - 1])) place--
    if (place < models) best.splice(place, 0, hit)
    if (best.length > models) best.pop()
  }
  return best
}

function isBetter(hit: Hit, other: Hit): boolean {
  return hit.score > other.score || (hit.score === other.score && hit.id < other.id)
}

/**
 * Terms of title and product type, which stand side by side in `words`, by their numbers in the largest segment: a doc
 * that was just written is compared like any other.
 */
function namingTerms(hit: Hit, segments: readonly TextSegment[], main: TextSegment): number[] {
  const segment = segments[hit.segment]
  const start = segment.fieldStarts[hit.local * fieldCount]
  const end = segment.fieldStarts[hit.local * fieldCount + 2]
  const terms: number[] = []
  for (let i = start; i < end; i++) {
    const term = segment.words[i] & ~samePosition
    terms.push(segment === main ? term : findTerm(main.terms, termAt(segment.terms, term)))
  }
  return terms
}

function resemblance(
  profile: ReadonlyMap<number, number>,
  terms: readonly number[],
  main: TextSegment,
  own: number,
): number {
  let sum = 0
  let length = 1
  for (const term of terms) {
    const docs = term === noTerm ? 0 : main.postStarts[term + 1] - main.postStarts[term]
    const rarity = Math.log(1 + main.docCount / (1 + docs))
    length += rarity * rarity
    const share = (profile.get(term) ?? 0) - own
    if (share > 0.001) sum += share * rarity * rarity
  }
  return sum / Math.sqrt(length)
}
