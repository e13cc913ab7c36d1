/** Chooses the constants that order image search on some folds, and scores them on the fold that was left out. */
import { visualLikeness } from '../../../packages/embedder/src/local/visual-likeness.ts'
import {
  scorePictures,
  type ScoredHit,
  ORDER,
  type OrderConstants,
  orderHits,
} from '../../../packages/embedder/src/local/visual-order.ts'
import { type Looked, nearest, ORDERED } from './picture-scores.ts'

export interface LookedSets {
  fashion: readonly Looked[]
  luma: readonly Looked[]
  products: readonly Looked[]
  photos: readonly Looked[]
}

const FOLDS = 5
/** Maximum loss of P@10 compared with the order by similarity alone. */
const ALLOWED_LOSS = 0.007

/** Ignores color, so that only similarity counts. */
const BY_LIKENESS: OrderConstants = { first: 5, named: 0, color: 0, kindPower: 1, reach: 60 }

const COMBINATIONS: readonly OrderConstants[] = [4, 5, 6].flatMap((first) =>
  [0, 0.15].flatMap((named) =>
    [6, 8, 12, 16].flatMap((color) => [2, 3, 4].map((kindPower) => ({ first, named, color, kindPower, reach: 60 }))),
  ),
)

type Measure = (typeof MEASURES)[number]
const MEASURES = ['P@10', 'P@1', 'color@10', 'luma R@5', 'grocery R@1', 'R@5', 'coarse R@5'] as const

interface Outcome {
  fold: number
  values: Partial<Record<Measure, number>>
}

type Scores = Record<Measure, number>

export function reportOrderFolds(sets: LookedSets): void {
  const cases = allCases(sets)
  const outcomes = (constants: OrderConstants) => cases.map((one) => outcomeOf(one, constants))
  const plain = outcomes(BY_LIKENESS)
  const tried = COMBINATIONS.map((constants) => ({ constants, outcomes: outcomes(constants) }))
  const choose = (isIn: (one: Outcome) => boolean) => {
    const before = scores(plain.filter(isIn))
    const kept = tried
      .map((one) => ({ ...one, scores: scores(one.outcomes.filter(isIn)) }))
      .filter(({ scores: got }) => keepsEnough(got, before))
      .sort((a, b) => b.scores['color@10'] - a.scores['color@10'])
    return kept[0] ?? { constants: BY_LIKENESS, outcomes: plain }
  }
  const folds = Array.from({ length: FOLDS }, (_, fold) => choose((one) => one.fold !== fold))
  const all = choose(() => true)
  console.table({
    'by likeness': shown(scores(plain)),
    'as shipped': shown(scores(outcomes(ORDER))),
    'chosen on all': shown(scores(all.outcomes)),
    'chosen without the fold': shown(
      scores(folds.flatMap((chosen, fold) => chosen.outcomes.filter((one) => one.fold === fold))),
    ),
  })
  console.log('as shipped', ORDER)
  console.log('chosen on all', all.constants)
  console.table(folds.map(({ constants }) => constants))
}

function keepsEnough(got: Scores, before: Scores): boolean {
  return (
    got['P@10'] >= before['P@10'] - ALLOWED_LOSS && got['luma R@5'] >= before['luma R@5'] && got['R@5'] >= before['R@5']
  )
}

interface Case {
  set: 'fashion' | 'luma' | 'grocery'
  fold: number
  scored: readonly ScoredHit[]
  /** Whether each candidate has the query's label, and its second label. */
  same: readonly boolean[]
  second: readonly boolean[]
}

function allCases({ fashion, luma, products, photos }: LookedSets): Case[] {
  // Views of one style would reveal each other in different folds.
  const styles = [...new Set(luma.map(({ label }) => label))]
  const another = luma.filter(({ label }, i) => luma.some((one, j) => j !== i && one.label === label))
  return [
    ...fashion.map((query, i) => ({ set: 'fashion' as const, fold: i % FOLDS, ...judgedCase(query, fashion) })),
    ...another.map((query) => ({
      set: 'luma' as const,
      fold: styles.indexOf(query.label) % FOLDS,
      ...judgedCase(query, luma),
    })),
    ...photos.map((query, i) => ({ set: 'grocery' as const, fold: i % FOLDS, ...judgedCase(query, products) })),
  ]
}

function judgedCase(query: Looked, shelf: readonly Looked[]) {
  const near = Float64Array.from(shelf, (one) =>
    one === query ? Number.NEGATIVE_INFINITY : visualLikeness(query.vector, one.vector),
  )
  const places = nearest(near, Math.min(ORDERED, shelf.length)).filter((place) => shelf[place] !== query)
  const found = places.map((place) => shelf[place]!)
  return {
    scored: scorePictures(
      query.vector,
      found.map(({ vector }) => vector),
    ),
    same: found.map(({ label }) => label === query.label),
    second: found.map(({ second }) => second === query.second),
  }
}

const DEPTH = 10
const FIVE = 5

function outcomeOf({ set, fold, scored, same, second }: Case, constants: OrderConstants): Outcome {
  const places = orderHits(scored, constants).slice(0, DEPTH)
  const isSame = places.map((place) => same[place]!)
  const isSecond = places.map((place) => second[place]!)
  const among = (flags: readonly boolean[], depth: number) => Number(flags.slice(0, depth).includes(true))
  const share = (flags: readonly boolean[]) => flags.filter(Boolean).length / DEPTH
  const values = {
    fashion: { 'P@10': share(isSame), 'P@1': among(isSame, 1), 'color@10': share(isSecond) },
    luma: { 'luma R@5': among(isSame, FIVE) },
    grocery: { 'grocery R@1': among(isSame, 1), 'R@5': among(isSame, FIVE), 'coarse R@5': among(isSecond, FIVE) },
  }
  return { fold, values: values[set] }
}

function scores(outcomes: readonly Outcome[]): Scores {
  const mean = (measure: Measure) => {
    const values = outcomes.flatMap(({ values: own }) => own[measure] ?? [])
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return Object.fromEntries(MEASURES.map((measure) => [measure, mean(measure)])) as Scores
}

const shown = (values: Scores) =>
  Object.fromEntries(Object.entries(values).map(([measure, value]) => [measure, value.toFixed(4)]))
