export interface Seeded {
  next(): number
  between(low: number, high: number): number
  /** Integer in [0, count). */
  below(count: number): number
  byte(): number
  sign(): number
}

/** The generator of Numerical Recipes, which is good enough for placing objects. */
export function seeded(seed: number): Seeded {
  let state = (seed * 2654435761) >>> 0
  const next = () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
  for (let i = 0; i < 4; i++) next()
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    below: (count) => Math.floor(next() * Math.max(1, count)),
    byte: () => Math.floor(next() * 256),
    sign: () => (next() < 0.5 ? -1 : 1),
  }
}
