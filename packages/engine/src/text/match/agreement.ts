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
 * with the models' sum, a model compared with the other models only. Words are compared within a segment.
 */
export function rewardAgreement(hits: readonly Hit[], segments: readonly TextSegment[]): void {
  if (hits.length < minModels) return
  const best = bestOf(hits)
  const shares = best.map((hit) => (hit.score / best[0].score) ** 2)
  const total = shares.reduce((sum, share) => sum + share, 0)
  const profiles = segments.map(() => new Map<number, number>())
  best.forEach((hit, i) => {
    addTo(profiles[hit.segment], segments[hit.segment], hit.local, shares[i])
  })
  const resemblances = hits.map((hit) => {
    const model = best.indexOf(hit)
    const own = model < 0 ? 0 : shares[model]
    return resemblance(profiles[hit.segment], segments[hit.segment], hit.local, own) / (total - own)
  })
  const most = Math.max(...resemblances)
  if (most <= 0) return
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

/** Title and product type stand side by side in `words`. */
function addTo(profile: Map<number, number>, { words, fieldStarts }: TextSegment, doc: number, share: number): void {
  const terms = new Set<number>()
  for (let i = fieldStarts[doc * fieldCount]; i < fieldStarts[doc * fieldCount + 2]; i++)
    terms.add(words[i] & ~samePosition)
  for (const term of terms) profile.set(term, (profile.get(term) ?? 0) + share)
}

function resemblance(profile: ReadonlyMap<number, number>, segment: TextSegment, doc: number, own: number): number {
  const { words, fieldStarts, postStarts } = segment
  let sum = 0
  let length = 1
  for (let i = fieldStarts[doc * fieldCount]; i < fieldStarts[doc * fieldCount + 2]; i++) {
    const term = words[i] & ~samePosition
    const rarity = Math.log(1 + segment.docCount / (1 + postStarts[term + 1] - postStarts[term]))
    length += rarity * rarity
    const share = (profile.get(term) ?? 0) - own
    if (share > 0.001) sum += share * rarity * rarity
  }
  return sum / Math.sqrt(length)
}
