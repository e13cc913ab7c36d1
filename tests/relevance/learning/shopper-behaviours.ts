/** Simulated choices of shoppers from a page. The replay and the models assume `position`. */

/** Takes grades from 0 to 3 by position and returns the clicked positions. */
export type Behaviour = (grades: readonly number[], random: () => number) => number[]

/** Products on a page. */
export const PLACES = 24
const GRADES = 4

/** Probability that an examined product is liked. */
function liking(grade: number): number {
  return 0.05 + (0.85 * (2 ** grade - 1)) / 7
}

/** A month needs millions of probabilities, so each is computed once. */
function eachPlace(chance: (place: number, grade: number) => number): Behaviour {
  const chances = Array.from({ length: PLACES * GRADES }, (_, i) => chance(Math.floor(i / GRADES) + 1, i % GRADES))
  return (grades, random) => {
    const clicked: number[] = []
    for (let place = 0; place < grades.length; place++)
      if (random() < chances[place * GRADES + grades[place]!]!) clicked.push(place)
    return clicked
  }
}

const byPosition = eachPlace((place, grade) => place ** -0.7 * liking(grade))

export const BEHAVIOURS = {
  /** Each position is examined independently, position n with probability n^-0.7. */
  position: byPosition,
  /** Like `position`, but shoppers give up sooner. */
  impatient: eachPlace((place, grade) => place ** -1.3 * liking(grade)),
  /** Shoppers go from the top down and usually stop once they have found something. */
  cascade: (grades, random) => {
    const clicked: number[] = []
    for (const [place, grade] of grades.entries()) {
      const isClicked = random() < liking(grade)
      if (isClicked) clicked.push(place)
      if (random() < (isClicked ? 0.7 : 0.08)) break
    }
    return clicked
  },
  /** Shoppers trust the first positions, whatever is there. */
  trust: eachPlace((place, grade) => place ** -0.7 * (liking(grade) + (1 - liking(grade)) * 0.4 * place ** -0.5)),
  /** Every third shopper ignores grades. */
  careless: (grades, random) =>
    random() < 1 / 3
      ? byPosition(
          grades.map(() => 1),
          random,
        )
      : byPosition(grades, random),
} satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof BEHAVIOURS

/** Draws an index by weight. */
export function drawFrom(cumulative: Float64Array, random: () => number): number {
  const wanted = random() * cumulative[cumulative.length - 1]!
  let [low, high] = [0, cumulative.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (cumulative[middle]! > wanted) high = middle
    else low = middle + 1
  }
  return low
}
