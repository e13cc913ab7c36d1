/**
 * Weights of named features by pairwise logistic regression: of two products of one query, the one with the better grade should have the
 * larger weighted sum. Weights are never negative, because each feature is made to speak for a product; large ones cost (L2).
 */
export interface Candidate {
  /** One number a feature, always in the same order. */
  readonly features: readonly number[]
  readonly grade: number
  /** Products are compared within a group only: between groups an earlier rule decides. */
  readonly group: string
}

/** The candidates of each query, set by set. */
export type TrainingSets = readonly (readonly (readonly Candidate[])[])[]

interface Pair {
  /** Features of the better product less those of the other. */
  readonly lead: Float64Array
  readonly weight: number
}

const ROUNDS = 30
const CONVERGED = 1e-7

/** Each set counts the same, and within it each query. `size`: the number of features. */
export function fitWeights(sets: TrainingSets, size: number, l2: number): number[] {
  const pairs = sets.flatMap((queries) => weightedPairs(queries))
  const free = new Set(Array.from({ length: size }, (_, feature) => feature))
  for (;;) {
    const weights = newton(pairs, size, { free, l2 })
    const negative = [...free].filter((feature) => weights[feature]! < 0)
    if (negative.length === 0) return [...weights]
    for (const feature of negative) free.delete(feature)
  }
}

function weightedPairs(queries: readonly (readonly Candidate[])[]): Pair[] {
  const byQuery = queries.map(pairsOf).filter((pairs) => pairs.length > 0)
  return byQuery.flatMap((pairs) => {
    const total = pairs.reduce((sum, { weight }) => sum + weight, 0)
    return pairs.map(({ lead, weight }) => ({ lead, weight: weight / total / byQuery.length }))
  })
}

function pairsOf(candidates: readonly Candidate[]): Pair[] {
  const pairs: Pair[] = []
  for (const better of candidates) {
    for (const worse of candidates) {
      if (better.grade <= worse.grade || better.group !== worse.group) continue
      const lead = Float64Array.from(better.features, (value, feature) => value - worse.features[feature]!)
      pairs.push({ lead, weight: 2 ** better.grade - 2 ** worse.grade })
    }
  }
  return pairs
}

/** The minimum of a convex loss in a dozen dimensions: Newton's method gets there in a few rounds. */
function newton(pairs: readonly Pair[], size: number, { free, l2 }: { free: ReadonlySet<number>; l2: number }) {
  const weights = new Float64Array(size)
  const features = [...free]
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = features.map((feature) => l2 * weights[feature]!)
    const curvature = features.map((_, i) => features.map((_, j) => (i === j ? l2 : 0)))
    for (const { lead, weight } of pairs) {
      const margin = features.reduce((sum, feature) => sum + weights[feature]! * lead[feature]!, 0)
      const wrong = 1 / (1 + Math.exp(margin))
      features.forEach((feature, i) => {
        const own = weight * lead[feature]!
        gradient[i]! -= own * wrong
        features.forEach((other, j) => {
          curvature[i]![j]! += own * lead[other]! * wrong * (1 - wrong)
        })
      })
    }
    const step = solve(curvature, gradient)
    features.forEach((feature, i) => {
      weights[feature]! -= step[i]!
    })
    if (step.every((value) => Math.abs(value) < CONVERGED)) break
  }
  return weights
}

/** Gaussian elimination with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows.reduce(
      (best, row, i) => (i >= column && Math.abs(row[column]!) > Math.abs(rows[best]![column]!) ? i : best),
      column,
    )
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    for (const [i, row] of rows.entries()) {
      if (i === column) continue
      const factor = row[column]! / rows[column]![column]!
      for (let k = column; k < row.length; k++) row[k]! -= factor * rows[column]![k]!
    }
  }
  return rows.map((row, i) => row.at(-1)! / row[i]!)
}
