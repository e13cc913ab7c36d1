/**
 * The order in which products that look like a picture are shown: the very thing first, where there is one; then the few that are most
 * alike, whatever their color; behind them what is of the same kind, the same color first.
 */
import { colorNameShares } from './color-names.ts'
import { VISUAL_COLORS_AT } from './visual-layout.ts'
import { kindOf, styleOf, visualLikeness } from './visual-likeness.ts'

/** So many come first for their likeness alone. */
const FIRST = 5
/** From here on, by style or by what it has ahead of the next, the most alike is the very thing: it stays first. */
const SAME_STYLE = 0.8
const AHEAD = 0.2
/** What a color by name counts among the most alike. */
const NAMED = 0.15
/** And among things of one kind: the sharper the kind, the less another kind of thing is lifted by its color. */
const COLOR = 8
const KIND_POWER = 4

/** Places of `pictures`, best first. All are vectors of the visual model. */
export function visualOrder(query: Float32Array, pictures: readonly Float32Array[]): number[] {
  const asked = namesOf(query)
  const judged = pictures.map((picture, place) => {
    const color = overlap(asked, namesOf(picture))
    const likeness = visualLikeness(query, picture) + NAMED * color
    return { place, likeness, value: likeness + COLOR * color * kindOf(query, picture) ** KIND_POWER }
  })
  const byLikeness = judged.toSorted((a, b) => b.likeness - a.likeness)
  const [first, second] = byLikeness
  if (first === undefined) return []
  const isSame =
    styleOf(query, pictures[first.place]!) >= SAME_STYLE || first.likeness - (second?.likeness ?? 0) >= AHEAD
  const same = isSame ? 1 : 0
  const groups = [byLikeness.slice(0, same), byLikeness.slice(same, FIRST), byLikeness.slice(FIRST)]
  return groups.flatMap((group) => group.sort((a, b) => b.value - a.value).map(({ place }) => place))
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
