/**
 * Fits weights by pairwise logistic regression: of two products, the one with the better grade should have the larger
 * weighted sum. No weight is negative, because each feature is defined to favor a product. Large weights are penalized
 * (L2).
 */
export interface Candidate {
  /** One number per feature. */
  readonly features: readonly number[]
  readonly grade: number
  /** An earlier rule decides between groups, so only products of one group are compared. */
  readonly group: string
}

/** Candidates by set and query, in their current order, because the value of a swap depends on positions. */
export type TrainingSets = readonly (readonly (readonly Candidate[])[])[]

interface Pair {
  /** Features of the better product minus those of the other. */
  readonly lead: Float64Array
  readonly weight: number
}

const ROUNDS = 30
const CONVERGED = 1e-7

/** Each set counts the same, and each query of a set. `size` is the number of features. */
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
  for (const [place, better] of candidates.entries()) {
    for (const [other, worse] of candidates.entries()) {
      if (better.grade <= worse.grade || better.group !== worse.group) continue
      const lead = Float64Array.from(better.features, (value, feature) => value - worse.features[feature]!)
      const swap = Math.abs(discount(place) - discount(other))
      pairs.push({ lead, weight: (2 ** better.grade - 2 ** worse.grade) * swap })
    }
  }
  return pairs
}

/** The discount of a position in DCG. */
function discount(place: number): number {
  return 1 / Math.log2(place + 2)
}

/** Newton's method, with steps halved until the loss falls. */
function newton(pairs: readonly Pair[], size: number, { free, l2 }: { free: ReadonlySet<number>; l2: number }) {
  let weights = new Float64Array(size)
  const features = [...free]
  let loss = lossOf(pairs, weights, l2)
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = features.map((feature) => l2 * weights[feature]!)
    const curvature = features.map((_, i) => features.map((_, j) => (i === j ? l2 : 0)))
    for (const pair of pairs) addPair(pair, { weights, features, gradient, curvature })
    const step = solve(curvature, gradient)
    const moved = (length: number) => {
      const next = weights.slice()
      for (const [i, feature] of features.entries()) next[feature]! -= length * step[i]!
      return next
    }
    let length = 1
    while (length > CONVERGED && lossOf(pairs, moved(length), l2) > loss) length /= 2
    const before = loss
    weights = moved(length)
    loss = lossOf(pairs, weights, l2)
    if (before - loss < CONVERGED) break
  }
  return weights
}

function lossOf(pairs: readonly Pair[], weights: Float64Array, l2: number): number {
  let loss = 0
  for (const weight of weights) loss += (l2 * weight * weight) / 2
  for (const { lead, weight } of pairs) {
    let margin = 0
    for (let feature = 0; feature < weights.length; feature++) margin += weights[feature]! * lead[feature]!
    // log(1 + e^-margin), without overflow.
    loss += weight * (Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin))))
  }
  return loss
}

interface Sums {
  weights: Float64Array
  features: readonly number[]
  gradient: number[]
  curvature: number[][]
}

/** Hot loop over millions of pairs. */
function addPair({ lead, weight }: Pair, { weights, features, gradient, curvature }: Sums): void {
  let margin = 0
  for (const feature of features) margin += weights[feature]! * lead[feature]!
  const wrong = 1 / (1 + Math.exp(margin))
  const bend = weight * wrong * (1 - wrong)
  for (let i = 0; i < features.length; i++) {
    const own = lead[features[i]!]!
    if (own === 0) continue
    gradient[i]! -= weight * own * wrong
    const row = curvature[i]!
    for (let j = 0; j < features.length; j++) row[j]! += bend * own * lead[features[j]!]!
  }
}

/** Gaussian elimination with partial pivoting. */
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
