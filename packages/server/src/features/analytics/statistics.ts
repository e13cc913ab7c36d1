/** The few formulas of experiments. Random draws come from a fixed seed: the same data gives the same report. */

/** Two-sided 95 %. */
const Z = 1.959964

/** Wilson's score interval of a proportion: honest for few visitors, never outside [0, 1]. */
export function wilsonInterval(successes: number, trials: number): [number, number] {
  if (trials === 0) return [0, 1]
  const p = successes / trials
  const z2 = Z * Z
  const centre = p + z2 / (2 * trials)
  const spread = Z * Math.sqrt((p * (1 - p) + z2 / (4 * trials)) / trials)
  const whole = 1 + z2 / trials
  return [Math.max(0, (centre - spread) / whole), Math.min(1, (centre + spread) / whole)]
}

export interface Mean {
  mean: number
  standardError: number
  interval: [number, number]
}

/** Mean of all values, of which `count - values.length` more are zero. */
export function meanInterval(values: readonly number[], count: number): Mean {
  if (count === 0) return { mean: 0, standardError: 0, interval: [0, 0] }
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) + (count - values.length) * mean ** 2
  const standardError = count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count)
  return { mean, standardError, interval: [mean - Z * standardError, mean + Z * standardError] }
}

const DRAWS = 20_000

/** How often each of the candidates comes out highest when drawn from what is believed of it. Adds up to 1. */
export function probabilityBest(candidates: readonly ((random: () => number) => number)[]): number[] {
  if (candidates.length === 0) return []
  const wins = candidates.map(() => 0)
  const random = seededRandom(20_260_301)
  for (let draw = 0; draw < DRAWS; draw++) {
    let best = 0
    let highest = Number.NEGATIVE_INFINITY
    candidates.forEach((candidate, i) => {
      const value = candidate(random)
      if (value > highest) {
        highest = value
        best = i
      }
    })
    wins[best] = (wins[best] ?? 0) + 1
  }
  return wins.map((count) => count / DRAWS)
}

/** Belief about a rate after so many successes, beginning with none (uniform). */
export function betaDraw(successes: number, trials: number): (random: () => number) => number {
  return (random) => {
    const a = gammaDraw(successes + 1, random)
    const b = gammaDraw(trials - successes + 1, random)
    return a / (a + b)
  }
}

export function normalDraw({ mean, standardError }: Mean): (random: () => number) => number {
  return (random) => mean + standardError * gaussian(random)
}

/** Marsaglia and Tsang (2000), for shapes of at least 1. */
function gammaDraw(shape: number, random: () => number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = gaussian(random)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** mulberry32 */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
