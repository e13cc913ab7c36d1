/** Orders a list of similar products: alternatives to the anchors in their given order, then the closest others. */
import { ALTERNATIVE, inCommonWith } from './gates.ts'
import { type Candidate, entryOf, type RecommendContext, type RecommendQuery } from './recommend-context.ts'
import { likesOf } from './steps/content-steps.ts'

/** Number of products that are sorted by closeness if they are no alternatives; later ones keep their given order. */
const COMPARED = 400
/** Weight of similarity, on the scale of the weights in `gates.ts`. */
const LIKENESS_WEIGHT = 4

export function* closestFirst(
  context: RecommendContext,
  query: RecommendQuery,
  candidates: Iterable<Candidate>,
): Generator<Candidate> {
  const inCommon = inCommonWith(context, query)
  const source = candidates[Symbol.iterator]()
  const others: { candidate: Candidate; closeness: number }[] = []
  while (others.length < COMPARED) {
    const next = source.next()
    if (next.done) break
    const entry = entryOf(context, next.value.productId)
    const closeness = entry ? inCommon(entry, next.value) : 0
    if (closeness === ALTERNATIVE) yield next.value
    else others.push({ candidate: { ...next.value, isFill: true }, closeness })
  }
  const likeness = others.length > 0 ? likenessTo(context, query.anchors) : () => 0
  for (const one of others) one.closeness += LIKENESS_WEIGHT * likeness(one.candidate.productId)
  for (const { candidate } of others.sort((a, b) => b.closeness - a.closeness)) yield candidate
  for (let next = source.next(); !next.done; next = source.next()) yield { ...next.value, isFill: true }
}

function likenessTo(context: RecommendContext, anchors: readonly number[]): (productId: number) => number {
  const { ids, scores } = likesOf(context, anchors)
  const likeness = new Map(Array.from(ids, (id, i) => [id, scores[i] as number]))
  return (productId) => likeness.get(productId) ?? 0
}
