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
      // On all cores, as its users would.
      add: (vectors) => {
        const rows = new Float32Array(vectors.length * dimension)
        for (const [i, vector] of vectors.entries()) rows.set(vector, i * dimension)
        index.add(BigUint64Array.from(vectors.keys(), BigInt), rows, 0)
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
    let plain = new PlainVectors([])
    let all = new Uint32Array()
    return {
      add: (vectors) => {
        plain = new PlainVectors(vectors)
        all = Uint32Array.from(vectors.keys())
      },
      search: (query, k) => plain.nearest(all, query, k),
      filter: (allowed) => {
        const numbers = Uint32Array.from(allowed)
        return (query, k) => plain.nearest(numbers, query, k)
      },
    }
  },
}

interface Usearch {
  Index: new (
    options: object,
  ) => {
    add(keys: BigUint64Array, rows: Float32Array, threads: number): void
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

/** All vectors one after the other, and every listed one looked at: the answer that others are held against. */
export class PlainVectors {
  readonly #rows: Float32Array
  readonly #dimension: number

  constructor(vectors: readonly Float32Array[]) {
    this.#dimension = vectors[0]?.length ?? 0
    this.#rows = new Float32Array(vectors.length * this.#dimension)
    for (const [i, vector] of vectors.entries()) this.#rows.set(vector, i * this.#dimension)
  }

  nearest(numbers: Uint32Array, query: Float32Array, k: number): number[] {
    const best: { number: number; score: number }[] = []
    let worst = Number.NEGATIVE_INFINITY
    for (let n = 0; n < numbers.length; n++) {
      const score = dot(this.#rows, numbers[n]! * this.#dimension, query)
      if (best.length === k && score <= worst) continue
      let at = best.length
      while (at > 0 && best[at - 1]!.score < score) at--
      best.splice(at, 0, { number: numbers[n]!, score })
      if (best.length > k) best.pop()
      worst = best.at(-1)!.score
    }
    return best.map(({ number }) => number)
  }
}

/** Four sums side by side: as fast as plain JavaScript gets. */
function dot(rows: Float32Array, at: number, query: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < query.length; i += 4) {
    a += rows[at + i]! * query[i]!
    b += rows[at + i + 1]! * query[i + 1]!
    c += rows[at + i + 2]! * query[i + 2]!
    d += rows[at + i + 3]! * query[i + 3]!
  }
  return a + b + c + d
}
