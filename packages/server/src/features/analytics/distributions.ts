/** Returns the value that a standard normal variable stays below with probability `p`, by bisection, accurate to 1e-9. */
export function normalQuantile(p: number): number {
  let [low, high] = [-10, 10]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (normalBelow(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function normalBelow(z: number): number {
  const tail = upperGamma(0.5, (z * z) / 2) / 2
  return z < 0 ? tail : 1 - tail
}

/** Returns the probability that a chi-square variable is at least `statistic`. */
export function chiSquareP(statistic: number, degrees: number): number {
  return upperGamma(degrees / 2, statistic / 2)
}

const STEPS = 500
const TINY = 1e-300

/** Regularized upper incomplete gamma function: a series below `a + 1`, a continued fraction (Lentz) above. */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x)
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; n < STEPS && term > sum * 1e-15; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum
}

function upperFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = 1 / TINY
  let d = 1 / b
  let value = d
  for (let n = 1; n < STEPS; n++) {
    const factor = -n * (n - a)
    b += 2
    d = 1 / nonZero(factor * d + b)
    c = nonZero(b + factor / c)
    value *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return value
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}

/** Lanczos approximation (g = 7, nine coefficients), accurate for `x` of 0.5 and above. */
function logGamma(x: number): number {
  const terms = [
    676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
    -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ]
  const t = x + 6.5
  const sum = terms.reduce((total, term, i) => total + term / (x + i), 0.99999999999980993)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}
