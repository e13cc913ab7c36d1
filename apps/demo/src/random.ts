/** Repeatable randomness. Keys name a stream of numbers, so no other product changes the numbers of a product. */
export interface Random {
  next(): number
  /** Integer in [min, max]. */
  int(min: number, max: number): number
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Picks an item with probability proportional to its weight. At least one weight must be positive. */
  weighted<T>(list: readonly T[], weightOf: (item: T) => number): T
  /** Distinct items in random order. If the list is shorter than `count`, all of them. */
  sample<T>(list: readonly T[], count: number): T[]
  /** Mean 0, standard deviation 1. */
  normal(): number
}

export function createRandom(...keys: readonly (string | number)[]): Random {
  const next = sfc32(hashKeys(keys.join('\u001f')))
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)]!,
    weighted: (list, weightOf) => pickWeighted(next, list, weightOf),
    sample: (list, count) => sampleDistinct(int, list, count),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function hashKeys(text: string): [number, number, number, number] {
  return [hashText(text), hashText(`${text}\u0001`), hashText(`${text}\u0002`), 1]
}

/** Small fast counter generator by Chris Doty-Humphrey: 128 bits of state, passes PractRand. */
function sfc32(state: [number, number, number, number]): () => number {
  let [a, b, c, counter] = state
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 0x1_0000_0000
  }
  for (let i = 0; i < 12; i++) next()
  return next
}

function pickWeighted<T>(next: () => number, list: readonly T[], weightOf: (item: T) => number): T {
  let total = 0
  for (const item of list) total += weightOf(item)
  let left = next() * total
  for (const item of list) {
    left -= weightOf(item)
    if (left < 0) return item
  }
  return list[list.length - 1]!
}

function sampleDistinct<T>(int: (min: number, max: number) => number, list: readonly T[], count: number): T[] {
  const pool = [...list]
  const taken = Math.min(count, pool.length)
  for (let i = 0; i < taken; i++) {
    const j = int(i, pool.length - 1)
    const item = pool[j]!
    pool[j] = pool[i]!
    pool[i] = item
  }
  return pool.slice(0, taken)
}
