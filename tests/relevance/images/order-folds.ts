/**
 * `npm run eval -- images --only order`: the constants of the order of image search, chosen without the fold that is scored. Of all
 * combinations the one with the most of color@10 wins, if it keeps P@10 within a limit and loses nothing of the other sets.
 */
import { visualLikeness } from '../../../packages/embedder/src/local/visual-likeness.ts'
import {
  judgePictures,
  type Judged,
  ORDER,
  type OrderConstants,
  orderJudged,
} from '../../../packages/embedder/src/local/visual-order.ts'
import { type Looked, nearest, ORDERED } from './picture-scores.ts'

export interface LookedSets {
  fashion: readonly Looked[]
  luma: readonly Looked[]
  products: readonly Looked[]
  photos: readonly Looked[]
}

const FOLDS = 5
/** Of P@10, below the order by likeness alone. */
const ALLOWED_LOSS = 0.007

/** Color counts for nothing: what is left is the likeness. */
const BY_LIKENESS: OrderConstants = { first: 5, named: 0, color: 0, kindPower: 1 }

const COMBINATIONS: readonly OrderConstants[] = [3, 4, 5, 6, 8].flatMap((first) =>
  [0, 0.15, 0.3].flatMap((named) =>
    [4, 6, 8, 10, 12, 16].flatMap((color) => [2, 3, 4, 6].map((kindPower) => ({ first, named, color, kindPower }))),
  ),
)

/** One query with the candidates that are brought into order. */
interface Case {
  fold: number
  judged: readonly Judged[]
  /** By place: of the same label, and of the same second one. */
  same: readonly boolean[]
  second: readonly boolean[]
}

interface Cases {
  fashion: Case[]
  luma: Case[]
  grocery: Case[]
}

type Scores = Record<(typeof MEASURES)[number], number>
const MEASURES = ['P@10', 'P@1', 'color@10', 'luma R@5', 'grocery R@1', 'R@5', 'coarse R@5'] as const

export function reportOrderFolds(sets: LookedSets): void {
  const cases = allCases(sets)
  const chosen = Array.from({ length: FOLDS }, (_, fold) => choose(without(cases, fold)))
  const leftOut = chosen.map((constants, fold) => scores(only(cases, fold), constants))
  const sizes = chosen.map((_, fold) => only(cases, fold))
  console.table({
    'by likeness': shown(scores(cases, BY_LIKENESS)),
    'as shipped': shown(scores(cases, ORDER)),
    'chosen on all': shown(scores(cases, choose(cases))),
    'chosen without the fold': shown(pooled(leftOut, sizes)),
  })
  console.log('as shipped', ORDER, 'chosen on all', choose(cases))
  console.table(chosen)
}

function allCases({ fashion, luma, products, photos }: LookedSets): Cases {
  // Views of one style stay together: half of a style would tell about the other half.
  const styles = [...new Set(luma.map(({ label }) => label))]
  const another = luma.filter(({ label }, i) => luma.some((one, j) => j !== i && one.label === label))
  return {
    fashion: fashion.map((query, i) => aCase(query, fashion, i % FOLDS)),
    luma: another.map((query) => aCase(query, luma, styles.indexOf(query.label) % FOLDS)),
    grocery: photos.map((query, i) => aCase(query, products, i % FOLDS)),
  }
}

function aCase(query: Looked, shelf: readonly Looked[], fold: number): Case {
  const near = Float64Array.from(shelf, (one) =>
    one === query ? Number.NEGATIVE_INFINITY : visualLikeness(query.vector, one.vector),
  )
  const places = nearest(near, Math.min(ORDERED, shelf.length)).filter((place) => shelf[place] !== query)
  const found = places.map((place) => shelf[place]!)
  return {
    fold,
    judged: judgePictures(
      query.vector,
      found.map(({ vector }) => vector),
    ),
    same: found.map(({ label }) => label === query.label),
    second: found.map(({ second }) => second === query.second),
  }
}

const part = ({ fashion, luma, grocery }: Cases, isIn: (one: Case) => boolean): Cases => ({
  fashion: fashion.filter(isIn),
  luma: luma.filter(isIn),
  grocery: grocery.filter(isIn),
})
const only = (cases: Cases, fold: number) => part(cases, (one) => one.fold === fold)
const without = (cases: Cases, fold: number) => part(cases, (one) => one.fold !== fold)

function choose(cases: Cases): OrderConstants {
  const plain = scores(cases, BY_LIKENESS)
  let best = { constants: BY_LIKENESS, color: plain['color@10'] }
  for (const constants of COMBINATIONS) {
    const got = scores(cases, constants)
    const keeps =
      got['P@10'] >= plain['P@10'] - ALLOWED_LOSS && got['luma R@5'] >= plain['luma R@5'] && got['R@5'] >= plain['R@5']
    if (keeps && got['color@10'] > best.color) best = { constants, color: got['color@10'] }
  }
  return best.constants
}

const DEPTH = 10

function scores(cases: Cases, constants: OrderConstants): Scores {
  const sums = { p10: 0, p1: 0, color10: 0, luma: 0, first: 0, five: 0, coarse: 0 }
  const count = (flags: readonly boolean[]) => flags.reduce((sum, flag) => sum + Number(flag), 0)
  const top = ({ judged, same, second }: Case) => {
    const places = orderJudged(judged, constants).slice(0, DEPTH)
    return { same: places.map((place) => same[place]!), second: places.map((place) => second[place]!) }
  }
  for (const one of cases.fashion) {
    const found = top(one)
    sums.p10 += count(found.same) / DEPTH
    sums.p1 += Number(found.same[0])
    sums.color10 += count(found.second) / DEPTH
  }
  for (const one of cases.luma) sums.luma += Number(top(one).same.slice(0, 5).includes(true))
  for (const one of cases.grocery) {
    const found = top(one)
    sums.first += Number(found.same[0])
    sums.five += Number(found.same.slice(0, 5).includes(true))
    sums.coarse += Number(found.second.slice(0, 5).includes(true))
  }
  const [fashion, luma, grocery] = [cases.fashion.length, cases.luma.length, cases.grocery.length]
  return {
    'P@10': sums.p10 / fashion,
    'P@1': sums.p1 / fashion,
    'color@10': sums.color10 / fashion,
    'luma R@5': sums.luma / luma,
    'grocery R@1': sums.first / grocery,
    'R@5': sums.five / grocery,
    'coarse R@5': sums.coarse / grocery,
  }
}

/** The folds together, each query counted once. */
function pooled(folds: readonly Scores[], sizes: readonly Cases[]): Scores {
  const setOf = (measure: string): keyof Cases => {
    if (measure === 'luma R@5') return 'luma'
    return ['grocery R@1', 'R@5', 'coarse R@5'].includes(measure) ? 'grocery' : 'fashion'
  }
  const mean = (measure: keyof Scores) => {
    const weights = sizes.map((size) => size[setOf(measure)].length)
    const whole = weights.reduce((sum, weight) => sum + weight, 0)
    return folds.reduce((sum, fold, i) => sum + (fold[measure] * weights[i]!) / whole, 0)
  }
  return Object.fromEntries(MEASURES.map((measure) => [measure, mean(measure)])) as Scores
}

const shown = (values: Scores) =>
  Object.fromEntries(Object.entries(values).map(([measure, value]) => [measure, value.toFixed(4)]))
