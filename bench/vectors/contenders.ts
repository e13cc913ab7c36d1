import { type SlotSet, VectorStore } from '@vitrine/engine'

/** A store of vectors numbered from 0. */
export interface Contender {
  add(vectors: readonly Float32Array[]): void
  /** Numbers of the nearest, best first. */
  search(query: Float32Array, k: number): number[]
  /** Keeps only numbers that `isAllowed` has been told of before; absent: it cannot. */
  filter?(allowed: readonly number[]): (query: Float32Array, k: number) => number[]
}

export const contenders: Record<string, (dimension: number) => Promise<Contender>> = {
  'vitrine exact': async (dimension) =>
    vitrine(new VectorStore('bench', dimension, { approximateFrom: Number.POSITIVE_INFINITY })),
  'vitrine clusters': async (dimension) => vitrine(new VectorStore('bench', dimension, { approximateFrom: 1000 })),
  usearch: async (dimension) => {
    const { default: usearch } = (await import('usearch')) as unknown as { default: Usearch }
    const index = new usearch.Index({ metric: 'ip', dimensions: dimension, connectivity: 16, quantization: 'f32' })
    return {
      add: (vectors) => {
        for (const [i, vector] of vectors.entries()) index.add(BigInt(i), vector)
      },
      search: (query, k) => Array.from(index.search(query, k, 1).keys, Number),
    }
  },
  'hnswlib-node': async (dimension) => {
    // Not a dependency: it is compiled on installation. `npm install --no-save hnswlib-node` brings it in.
    const name = 'hnswlib-node'
    const { default: hnswlib } = (await import(name)) as { default: Hnswlib }
    const index = new hnswlib.HierarchicalNSW('ip', dimension)
    return {
      add: (vectors) => {
        index.initIndex(vectors.length, 16, 200)
        for (const [i, vector] of vectors.entries()) index.addPoint(Array.from(vector), i)
        index.setEf(100)
      },
      search: (query, k) => index.searchKnn(Array.from(query), k).neighbors,
      filter: (allowed) => {
        const set = new Set(allowed)
        return (query, k) => index.searchKnn(Array.from(query), k, (label) => set.has(label)).neighbors
      },
    }
  },
  'plain Float32': async () => {
    let all: readonly Float32Array[] = []
    return {
      add: (vectors) => {
        all = vectors
      },
      search: (query, k) => nearest(all, all.keys(), query, k),
      filter: (allowed) => (query, k) => nearest(all, allowed, query, k),
    }
  },
}

interface Usearch {
  Index: new (
    options: object,
  ) => {
    add(key: bigint, vector: Float32Array): void
    search(query: Float32Array, k: number, threads: number): { keys: BigUint64Array }
  }
}

interface Hnswlib {
  HierarchicalNSW: new (
    space: string,
    dimension: number,
  ) => {
    initIndex(size: number, m: number, efConstruction: number): void
    addPoint(vector: number[], label: number): void
    setEf(ef: number): void
    searchKnn(query: number[], k: number, filter?: (label: number) => boolean): { neighbors: number[] }
  }
}

function vitrine(store: VectorStore): Contender {
  const search = (query: Float32Array, k: number, allow?: SlotSet) =>
    store.search({ vector: query, k, allow }).map(({ productId }) => productId)
  return {
    add: (vectors) => {
      for (const [i, vector] of vectors.entries()) store.put(i, [vector])
      if (store.wantsClusters) for (const _ of store.buildClusters());
    },
    search: (query, k) => search(query, k),
    filter: (allowed) => {
      const allow = store.allowing(allowed)
      return (query, k) => search(query, k, allow)
    },
  }
}

/** Every product of the list looked at: the answer that others are held against. */
export function nearest(
  vectors: readonly Float32Array[],
  numbers: Iterable<number>,
  query: Float32Array,
  k: number,
): number[] {
  const best: { number: number; score: number }[] = []
  for (const number of numbers) {
    const score = dot(vectors[number]!, query)
    if (best.length === k && score <= best[k - 1]!.score) continue
    let at = best.length
    while (at > 0 && best[at - 1]!.score < score) at--
    best.splice(at, 0, { number, score })
    if (best.length > k) best.pop()
  }
  return best.map(({ number }) => number)
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
