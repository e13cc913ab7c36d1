import { seededRandom } from '../search/seeded-random.ts'

/** Yields unit vectors distributed like those of a text model: themes, few directions, some noise. */
export function* vectorStream(count: number, dimension: number, seed: number): Generator<Float32Array> {
  // Products and queries have different seeds but must share themes and directions.
  const world = normalNumbers(seededRandom(7))
  const directions = (many: number) =>
    Array.from({ length: many }, () => Float32Array.from({ length: dimension }, world))
  const [common] = directions(1)
  const themes = directions(THEMES)
  const ways = directions(WAYS)
  const random = seededRandom(seed)
  const normal = normalNumbers(random)
  for (let made = 0; made < count; made++) {
    const vector = common!.map((value) => 1.6 * value + 0.15 * normal())
    // Squaring the random number makes the first themes far more frequent than the last.
    add(vector, themes[Math.floor(THEMES * random() ** 2)]!, 0.8)
    for (const [i, way] of ways.entries()) add(vector, way, (0.35 * normal()) / Math.sqrt(i + 1))
    yield unit(vector)
  }
}

export function generateVectors(count: number, dimension: number, seed: number): Float32Array[] {
  return [...vectorStream(count, dimension, seed)]
}

const THEMES = 600
const WAYS = 40

function add(vector: Float32Array, other: Float32Array, weight: number): void {
  for (let i = 0; i < vector.length; i++) vector[i]! += weight * other[i]!
}

function normalNumbers(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function unit(vector: Float32Array): Float32Array {
  let square = 0
  for (const value of vector) square += value * value
  const inverse = 1 / Math.sqrt(square)
  return vector.map((value) => value * inverse)
}
