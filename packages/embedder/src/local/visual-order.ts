/** Orders products by a picture: the same product, the most similar ones, then its type with the same color first. */
import { colorNameShares } from './color-names.ts'
import { VISUAL_COLORS_AT } from './visual-layout.ts'
import { kindOf, MAX_LIKENESS, styleOf, visualLikeness } from './visual-likeness.ts'

export interface OrderConstants {
  /** Number of hits that are ordered first by likeness alone. */
  first: number
  /** Weight of the color name among the most similar hits. */
  named: number
  /** Weight of the color among further hits. A higher `kindPower` lifts products of other types less by their color. */
  color: number
  kindPower: number
  /** Number of the most similar hits that are ordered by color. After them come other types of products. */
  reach: number
}

/** Cross-validation (`npm run eval -- images --only order`) prefers slightly less weight for color. */
export const ORDER: OrderConstants = { first: 5, named: 0.15, color: 8, kindPower: 3, reach: 60 }

/** With this style similarity, or this lead over the next one, the most similar picture stays first: same product. */
const SAME_STYLE = 0.8
const AHEAD = 0.2

/** If the most similar product reaches less than this share of the maximum, the query is expanded. */
const DISTANT = 1 / 3
/** Weight of the mean likeness to the most similar products in an expanded query. */
const EXPANSION = 0.2

/** Returns indexes into `pictures`, best first. All are vectors of the visual model. */
export function visualOrder(query: Float32Array, pictures: readonly Float32Array[]): number[] {
  return orderHits(scorePictures(query, pictures), ORDER)
}

/** The similarities of a hit to the query. All except the likeness are from 0 to 1. */
export interface ScoredHit {
  place: number
  likeness: number
  /** The probability that people call both colors by the same name. */
  color: number
  kind: number
  style: number
}

export function scorePictures(query: Float32Array, pictures: readonly Float32Array[]): ScoredHit[] {
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
 * Expands the query by its nearest pictures: a photograph taken elsewhere is far from every picture of the shop, and
 * the nearest one may be first by chance, but the common features of the nearest ones depend less on chance. A query
 * with a close picture is not expanded, so that another view of the same product is not displaced by similar products.
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

export function orderHits(scored: readonly ScoredHit[], constants: OrderConstants): number[] {
  const { first, named, color, kindPower, reach } = constants
  const byLikeness = scored
    .map((one) => ({ ...one, likeness: one.likeness + named * one.color }))
    .sort((a, b) => b.likeness - a.likeness)
  const [best, second] = byLikeness
  if (best === undefined) return []
  const isSame = best.style >= SAME_STYLE || best.likeness - (second?.likeness ?? 0) >= AHEAD
  const same = isSame ? 1 : 0
  const value = (one: ScoredHit) => one.likeness + color * one.color * one.kind ** kindPower
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
