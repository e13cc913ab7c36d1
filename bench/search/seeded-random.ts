/** The same seed gives the same numbers on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks indexes with frequencies like those of words in text: index n in proportion to 1 / (n + shift). */
export function zipf(count: number, shift: number, random: () => number): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let i = 0; i < count; i++) {
    sum += 1 / (i + shift)
    sums[i] = sum
  }
  return () => {
    const target = random() * sum
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sums[middle]! < target) low = middle + 1
      else high = middle
    }
    return low
  }
}
