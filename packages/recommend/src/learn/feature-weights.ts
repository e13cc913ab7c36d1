/** Corrects the shipped ranking weights for a shop, by a Poisson regression of clicks over expected clicks. */
import { solvePositiveDefinite } from '../refine/solve-positive-definite.ts'
import type { CandidatesByQuery, FittedModel } from './logged-search.ts'
import type { QueryEvidence } from './query-evidence.ts'

export interface FeatureWeightsData {
  corrections: number[]
}

export const FEATURE_WEIGHTS_FIT = {
  prior: 50,
  rounds: 4,
  /** Share of a regression coefficient that is added to the shipped weight. */
  scale: 0.3,
  max: 0.3,
}

/** Products shown, with their clicks. `features` lists the features of one product after another. */
interface Rows {
  clicks: number[]
  expected: number[]
  features: Float64Array
  size: number
}

export class FeatureWeights implements FittedModel {
  /** Added to the shipped weights, in the order of the features. */
  readonly corrections: readonly number[]

  constructor(corrections: readonly number[]) {
    this.corrections = corrections
  }

  static fit(evidence: QueryEvidence, windows: CandidatesByQuery, nowMs: number): FeatureWeights {
    const shown: { clicks: number; expected: number; features: readonly number[] }[] = []
    for (const [query, candidates] of windows) {
      const known = evidence.of(query, nowMs)
      for (const { id, features } of known.size === 0 ? [] : candidates) {
        const own = known.get(id)
        if (own && own.expected > 0) shown.push({ clicks: own.clicks, expected: own.expected, features })
      }
    }
    if (shown.length === 0) return new FeatureWeights([])
    const size = shown[0]!.features.length
    const features = new Float64Array(shown.length * size)
    for (const [at, row] of shown.entries()) features.set(row.features, at * size)
    const rows = {
      clicks: shown.map(({ clicks }) => clicks),
      expected: shown.map(({ expected }) => expected),
      ...{ features, size },
    }
    center(rows)
    const { scale, max } = FEATURE_WEIGHTS_FIT
    const fitted = regress(rows)
    return new FeatureWeights(Array.from(fitted, (one) => Math.max(-max, Math.min(max, scale * one))))
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

/** Subtracts the mean of each feature, which reflects the number of clicks, not a preference. */
function center({ expected, features, size }: Rows): void {
  const weight = expected.reduce((sum, one) => sum + one, 0)
  for (let i = 0; i < size; i++) {
    let mean = 0
    for (let row = 0; row < expected.length; row++) mean += (expected[row] * features[row * size + i]) / weight
    for (let row = 0; row < expected.length; row++) features[row * size + i] -= mean
  }
}

function regress(rows: Rows): Float64Array {
  const { size } = rows
  const found = new Float64Array(size)
  const { prior, rounds } = FEATURE_WEIGHTS_FIT
  for (let round = 0; round < rounds; round++) {
    const gradient = Float64Array.from(found, (one) => -prior * one)
    const curvature = new Float64Array(size * size)
    for (let i = 0; i < size; i++) curvature[i * size + i] = prior
    for (let row = 0; row < rows.clicks.length; row++) addRow(rows, row, { found, gradient, curvature })
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

function addRow({ clicks, expected, features, size }: Rows, row: number, { found, gradient, curvature }: Sums): void {
  const at = row * size
  let log = 0
  for (let i = 0; i < size; i++) log += found[i] * features[at + i]
  const mean = expected[row] * Math.exp(Math.max(-2, Math.min(2, log)))
  const missing = clicks[row] - mean
  for (let i = 0; i < size; i++) {
    const value = features[at + i]
    gradient[i] += missing * value
    const weighted = mean * value
    for (let j = 0; j <= i; j++) curvature[i * size + j] += weighted * features[at + j]
  }
}
