/** Simulates how shoppers choose from a page, given the grade of each product on it. Replay and models assume at most the first behavior. */

/** Takes grades from 0 to 3 by position, and returns the clicked positions. */
export type Behaviour = (grades: readonly number[], random: () => number) => number[]

/** Number of products on a page. */
export const PLACES = 24
const GRADES = 4

/** Probability that a product is liked once it has been examined. */
function liking(grade: number): number {
  return 0.05 + (0.85 * (2 ** grade - 1)) / 7
}

/** Probabilities are computed once per position and grade, because a month needs millions of them. */
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
  /** Positions are examined independently, position n with 1/n^0.7 of the probability of the first. */
  position: byPosition,
  /** Like `position`, but shoppers give up much sooner than the replay assumes. */
  impatient: eachPlace((place, grade) => place ** -1.3 * liking(grade)),
  /** Shoppers examine products from the top down and usually stop after finding one. */
  cascade: (grades, random) => {
    const clicked: number[] = []
    for (const [place, grade] of grades.entries()) {
      const isClicked = random() < liking(grade)
      if (isClicked) clicked.push(place)
      if (random() < (isClicked ? 0.7 : 0.08)) break
    }
    return clicked
  },
  /** Shoppers trust that the first products are good, whatever they are. */
  trust: eachPlace((place, grade) => place ** -0.7 * (liking(grade) + (1 - liking(grade)) * 0.4 * place ** -0.5)),
  /** Every third shopper ignores how good products are. */
  careless: (grades, random) =>
    random() < 1 / 3
      ? byPosition(
          grades.map(() => 1),
          random,
        )
      : byPosition(grades, random),
} satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof BEHAVIOURS

/** Draws an index with probability proportional to its weight, given the cumulative weights. */
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
