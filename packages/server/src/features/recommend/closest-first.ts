/** Orders similar products: alternatives to the anchors in their given order, then the closest other products. */
import { ALTERNATIVE, sharedWeight } from './candidate-filters.ts'
import { type Candidate, entryOf, type RecommendContext, type RecommendQuery } from './recommend-context.ts'

/** Products that are sorted. With 400 in eight real shops, less than 2 % of the places changed, in twice the time. */
const COMPARED = 150
/** The scale is that of the weights in `candidate-filters.ts`. */
const SIMILARITY_WEIGHT = 4

export function* closestFirst(
  context: RecommendContext,
  query: RecommendQuery,
  candidates: Iterable<Candidate>,
): Generator<Candidate> {
  const weightOf = sharedWeight(context, query)
  const source = candidates[Symbol.iterator]()
  const others: { candidate: Candidate; closeness: number }[] = []
  while (others.length < COMPARED) {
    const next = source.next()
    if (next.done) break
    const entry = entryOf(context, next.value.productId)
    const closeness = entry ? weightOf(entry, next.value) : 0
    if (closeness === ALTERNATIVE) yield next.value
    else others.push({ candidate: next.value, closeness: closeness + SIMILARITY_WEIGHT * (next.value.similarity ?? 0) })
  }
  for (const { candidate } of others.sort((a, b) => b.closeness - a.closeness)) yield { ...candidate, isFill: true }
  for (let next = source.next(); !next.done; next = source.next()) yield { ...next.value, isFill: true }
}
