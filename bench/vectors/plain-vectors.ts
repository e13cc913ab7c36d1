/** Searches all vectors, which gives the exact answers to compare with. */
export class PlainVectors {
  readonly #rows: Float32Array
  readonly #dimension: number

  constructor(rows: Float32Array, dimension: number) {
    this.#rows = rows
    this.#dimension = dimension
  }

  nearest(numbers: Uint32Array, query: Float32Array, k: number): number[] {
    const best: { number: number; score: number }[] = []
    let worst = Number.NEGATIVE_INFINITY
    for (let n = 0; n < numbers.length; n++) {
      const score = dot(this.#rows, numbers[n]! * this.#dimension, query)
      if (best.length === k && score <= worst) continue
      let at = best.length
      while (at > 0 && best[at - 1]!.score < score) at--
      best.splice(at, 0, { number: numbers[n]!, score })
      if (best.length > k) best.pop()
      worst = best.at(-1)!.score
    }
    return best.map(({ number }) => number)
  }
}

/** Four independent sums are faster in JavaScript than one. */
function dot(rows: Float32Array, at: number, query: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < query.length; i += 4) {
    a += rows[at + i]! * query[i]!
    b += rows[at + i + 1]! * query[i + 1]!
    c += rows[at + i + 2]! * query[i + 2]!
    d += rows[at + i + 3]! * query[i + 3]!
  }
  return a + b + c + d
}
