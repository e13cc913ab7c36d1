/** Uses one Gamma draw as a share of the sum of two. Parameters must be at least 1. */
export function sampleBeta(alpha: number, beta: number, random: () => number): number {
  const [a, b] = [sampleGamma(alpha, random), sampleGamma(beta, random)]
  return a / (a + b)
}

/** Marsaglia and Tsang 2000: cubes a normal draw, which is accepted in over 95 % of tries. */
function sampleGamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = sampleNormal(random)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

/** Box and Muller 1958. */
export function sampleNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
