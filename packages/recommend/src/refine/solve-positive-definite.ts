/** Solves A·x = b by Cholesky decomposition, for a small symmetric positive definite A given by its lower triangle. */
export function solvePositiveDefinite(
  size: number,
  a: (i: number, j: number) => number,
  b: (i: number) => number,
): Float64Array {
  const factor = new Float64Array(size * size)
  const x = new Float64Array(size)
  // One nest of loops, because the nightly fit spends most of its time here.
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a(i, j)
      for (let k = 0; k < j; k++) sum -= factor[i * size + k] * factor[j * size + k]
      factor[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / factor[j * size + j]
    }
  }
  for (let i = 0; i < size; i++) {
    let sum = b(i)
    for (let k = 0; k < i; k++) sum -= factor[i * size + k] * x[k]
    x[i] = sum / factor[i * size + i]
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = x[i]
    for (let k = i + 1; k < size; k++) sum -= factor[k * size + i] * x[k]
    x[i] = sum / factor[i * size + i]
  }
  return x
}
