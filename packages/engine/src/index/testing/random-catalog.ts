/** Creates small random catalogs for property tests. There are few distinct values, so products often share them. */
import { sampleDoc } from '../../text/testing/sample-docs.ts'
import type { EngineDoc, EngineVariant } from '../../columns/engine-doc.ts'

export type Random = (below: number) => number

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }
}

const COLORS = ['red', 'Red', 'RED', 'blue', 'Green', 'grün']
const SIZES = ['S', 'Small', 'M', '9', '10']
const WORDS = ['shirt', 'wool', 'mug', 'lamp', 'desk']

export function randomDoc(random: Random, id: number): EngineDoc {
  const some = (values: readonly string[], max: number) =>
    Array.from({ length: random(max + 1) }, () => values[random(values.length)])
  const variants = Array.from({ length: random(5) }, () => randomVariant(random))
  const title = some(WORDS, 3).join(' ')
  const collection = some(['c1', 'c2'], 2)
  return {
    id,
    title,
    text: sampleDoc({ title }),
    terms: {
      vendor: [['Acme', 'acme', 'Öko'][random(3)]],
      tag: some(['new', 'sale', 'a:b', 'eco', 'Scarf', 'Scarves', 'scarf'], 4),
      publication: some(['1', '2'], 2),
      market: random(2) ? ['*'] : some(['1', '2'], 2),
      catalog: random(3) ? ['*'] : some(['b1', 'b2'], 1),
      collection,
    },
    variants,
    collectionPlaces: Object.fromEntries(collection.filter(() => random(2)).map((key) => [key, random(5)])),
    rating: random(3) ? random(50) / 10 : null,
    createdMs: random(4) * 1000,
    visibleFromMs: random(4) ? 0 : random(3) * 1000,
    popularity: random(4),
  }
}

function randomVariant(random: Random): EngineVariant {
  const options: Record<string, string> = {}
  if (random(5)) options.color = COLORS[random(COLORS.length)]
  if (random(3)) options.size = SIZES[random(SIZES.length)]
  const price = random(2000) / 100
  return { price, compareAt: random(2) ? random(3000) / 100 : null, available: random(2) === 1, options }
}
