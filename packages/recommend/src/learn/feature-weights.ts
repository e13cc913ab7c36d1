/**
 * The shop's own weights for the ranking features, as a correction of the shipped ones: a Poisson regression of clicks
 * over expected clicks on the features of what was shown, kept near zero by a prior that only many clicks overcome.
 */
import { solvePositiveDefinite } from '../refine/solve-positive-definite.ts'
import type { FittedModel, Windows } from './logged-search.ts'
import type { QueryEvidence } from './query-evidence.ts'

export interface FeatureWeightsData {
  corrections: number[]
}

export const FEATURE_WEIGHTS_FIT = {
  /** Prior of every correction, in clicks. */
  prior: 50,
  rounds: 4,
  /** Relevance per unit of correction in the logarithm of clicks. */
  scale: 0.3,
  most: 0.3,
}

interface Row {
  clicks: number
  expected: number
  features: readonly number[]
}

export class FeatureWeights implements FittedModel {
  /** Added to the shipped weights, in the order of the features. */
  readonly corrections: readonly number[]

  constructor(corrections: readonly number[]) {
    this.corrections = corrections
  }

  static fit(evidence: QueryEvidence, windows: Windows, nowMs: number): FeatureWeights {
    const rows: Row[] = []
    for (const [query, candidates] of windows) {
      const known = evidence.of(query, nowMs)
      for (const { id, features } of known.size === 0 ? [] : candidates) {
        const own = known.get(id)
        if (own && own.expected > 0) rows.push({ ...own, features })
      }
    }
    if (rows.length === 0) return new FeatureWeights([])
    const { scale, most } = FEATURE_WEIGHTS_FIT
    const fitted = regress(centered(rows))
    return new FeatureWeights(Array.from(fitted, (one) => Math.max(-most, Math.min(most, scale * one))))
  }

  boosts() {
    const { corrections } = this
    if (corrections.length === 0) return undefined
    return ({ features }: { features: readonly number[] }) => {
      let sum = 0
      for (let i = 0; i < corrections.length; i++) sum += corrections[i] * (features[i] ?? 0)
      return sum
    }
  }

  save(): FeatureWeightsData {
    return { corrections: [...this.corrections] }
  }

  static load({ corrections }: FeatureWeightsData): FeatureWeights {
    return new FeatureWeights(corrections)
  }
}

/** Subtracts the mean: what all products have in common is the overall level of clicks, not a preference. */
function centered(rows: readonly Row[]): Row[] {
  const size = rows[0]!.features.length
  const weight = rows.reduce((sum, { expected }) => sum + expected, 0)
  const means = Array.from(
    { length: size },
    (_, i) => rows.reduce((sum, { expected, features }) => sum + expected * features[i], 0) / weight,
  )
  return rows.map((row) => ({ ...row, features: row.features.map((value, i) => value - means[i]) }))
}

/** Newton's method; the first rounds do nearly all of the work. */
function regress(rows: readonly Row[]): Float64Array {
  const size = rows[0]!.features.length
  const found = new Float64Array(size)
  const { prior, rounds } = FEATURE_WEIGHTS_FIT
  for (let round = 0; round < rounds; round++) {
    const gradient = Float64Array.from(found, (one) => -prior * one)
    const curvature = new Float64Array(size * size)
    for (let i = 0; i < size; i++) curvature[i * size + i] = prior
    for (const row of rows) addRow(row, { found, gradient, curvature })
    const step = solvePositiveDefinite(
      size,
      (i, j) => curvature[i * size + j],
      (i) => gradient[i],
    )
    for (let i = 0; i < size; i++) found[i] += step[i]
  }
  return found
}

interface Sums {
  found: Float64Array
  gradient: Float64Array
  curvature: Float64Array
}

function addRow({ clicks, expected, features }: Row, { found, gradient, curvature }: Sums): void {
  const size = found.length
  let log = 0
  for (let i = 0; i < size; i++) log += found[i] * features[i]
  const mean = expected * Math.exp(Math.max(-2, Math.min(2, log)))
  for (let i = 0; i < size; i++) {
    gradient[i] += (clicks - mean) * features[i]
    for (let j = 0; j <= i; j++) curvature[i * size + j] += mean * features[i] * features[j]
  }
}
