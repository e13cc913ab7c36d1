/** The order of products that look like a picture: the same product, the few most similar ones, then its kind, same color first. */
import { colorNameShares } from './color-names.ts'
import { VISUAL_COLORS_AT } from './visual-layout.ts'
import { kindOf, MAX_LIKENESS, styleOf, visualLikeness } from './visual-likeness.ts'

export interface OrderConstants {
  /** Number of hits that are ordered first by likeness alone. */
  first: number
  /** Weight of the color name among the most similar hits. */
  named: number
  /** Weight of the color among products of one kind: the higher `kindPower`, the less the color raises products of another kind. */
  color: number
  kindPower: number
  /** Only this many of the most similar hits are ordered by color; after them come other kinds of products. */
  reach: number
}

/** Cross-validation (`npm run eval -- images --only order`) gives color slightly less weight. */
export const ORDER: OrderConstants = { first: 5, named: 0.15, color: 8, kindPower: 3, reach: 60 }

/** If the most similar picture reaches this style similarity, or this lead over the next, it shows the same product and stays first. */
const SAME_STYLE = 0.8
const AHEAD = 0.2

/** If even the most similar product reaches less than this share of the maximum, the query is expanded. */
const DISTANT = 1 / 3
/** Weight of the mean likeness to the most similar products in an expanded query. */
const EXPANSION = 0.2

/** Returns indexes into `pictures`, best first. All are vectors of the visual model. */
export function visualOrder(query: Float32Array, pictures: readonly Float32Array[]): number[] {
  return orderJudged(judgePictures(query, pictures), ORDER)
}

/** How one hit compares with the query. All values except the likeness are from 0 to 1. */
export interface Judged {
  place: number
  likeness: number
  /** The probability that people call both colors by the same name. */
  color: number
  kind: number
  style: number
}

export function judgePictures(query: Float32Array, pictures: readonly Float32Array[]): Judged[] {
  const asked = namesOf(query)
  const likenesses = expandQuery(
    pictures.map((picture) => visualLikeness(query, picture)),
    pictures,
  )
  return pictures.map((picture, place) => ({
    place,
    likeness: likenesses[place]!,
    color: overlap(asked, namesOf(picture)),
    kind: kindOf(query, picture),
    style: styleOf(query, picture),
  }))
}

/**
 * Query expansion: a photograph taken elsewhere is far from every picture of the shop, and whatever happens to be a
 * little closer comes first. What the nearest pictures have in common depends less on chance. If something is close,
 * the query is not expanded: another view of the same product must not be displaced by products that only look like
 * each other.
 */
function expandQuery(likenesses: readonly number[], pictures: readonly Float32Array[]): readonly number[] {
  const nearest = likenesses.map((_, place) => place).sort((a, b) => likenesses[b]! - likenesses[a]!)
  const models = nearest.slice(0, ORDER.first)
  if (models.length === 0 || likenesses[models[0]!]! >= DISTANT * MAX_LIKENESS) return likenesses
  return likenesses.map((likeness, place) => {
    // A picture is not compared with itself.
    const others = models.filter((model) => model !== place)
    if (others.length === 0) return likeness
    const sum = others.reduce((total, model) => total + visualLikeness(pictures[model]!, pictures[place]!), 0)
    return (1 - EXPANSION) * likeness + (EXPANSION * sum) / others.length
  })
}

export function orderJudged(judged: readonly Judged[], constants: OrderConstants): number[] {
  const { first, named, color, kindPower, reach } = constants
  const byLikeness = judged
    .map((one) => ({ ...one, likeness: one.likeness + named * one.color }))
    .sort((a, b) => b.likeness - a.likeness)
  const [best, second] = byLikeness
  if (best === undefined) return []
  const isSame = best.style >= SAME_STYLE || best.likeness - (second?.likeness ?? 0) >= AHEAD
  const same = isSame ? 1 : 0
  const value = (one: Judged) => one.likeness + color * one.color * one.kind ** kindPower
  const groups = [byLikeness.slice(0, same), byLikeness.slice(same, first), byLikeness.slice(first, reach)]
  const byColor = groups.flatMap((group) => group.sort((a, b) => value(b) - value(a)))
  return [...byColor, ...byLikeness.slice(reach)].map(({ place }) => place)
}

function namesOf(vector: Float32Array): Float32Array {
  const colors = vector.subarray(VISUAL_COLORS_AT)
  const length = Math.sqrt(overlap(colors, colors)) || 1
  return colorNameShares(colors.map((value) => value / length))
}

function overlap(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
