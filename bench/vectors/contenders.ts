import { type SlotSet, VectorStore } from '@vitrine/engine'
import { PlainVectors } from './plain-vectors.ts'
import { row, type Sample } from './sample.ts'

export type Search = (query: Float32Array, k: number) => number[]

export interface Contender {
  /** Adds the vectors from `first` to `end`, without `end`. Called until all are added. */
  add(first: number, end: number): void
  finish?(): void
  /** Returns the nearest vectors, best first. */
  search: Search
  /** Searches only these vectors. Absent if the library cannot filter. */
  filter?(allowed: Uint32Array): Search
  /** Number of candidates that a graph search keeps. More improve recall and take longer. */
  widen?(width: number): void
}

type Open = (sample: Pick<Sample, 'rows' | 'vectors' | 'dimension'>) => Contender | Promise<Contender>

export const contenders: Record<string, Open> = {
  'vitrine exact': (sample) => vitrine(sample, Number.POSITIVE_INFINITY),
  'vitrine ivf': (sample) => vitrine(sample, 1000),
  usearch: async (sample) => (await import('./contender-usearch.ts')).openUsearch(sample),
  'hnswlib-node': async (sample) => (await import('./contender-hnswlib.ts')).openHnswlib(sample),
  'plain Float32': ({ rows, vectors, dimension }) => {
    const plain = new PlainVectors(rows, dimension)
    const all = Uint32Array.from({ length: vectors }, (_, i) => i)
    return {
      add: () => {},
      search: (query, k) => plain.nearest(all, query, k),
      filter: (allowed) => (query, k) => plain.nearest(allowed, query, k),
    }
  },
}

function vitrine({ rows, dimension }: Parameters<Open>[0], approximateFrom: number): Contender {
  const store = new VectorStore('bench', dimension, { approximateFrom })
  const search = (query: Float32Array, k: number, allow?: SlotSet) =>
    store.search({ vector: query, k, allow }).map(({ productId }) => productId)
  return {
    add: (first, end) => {
      for (let number = first; number < end; number++) store.put(number, [row(rows, number, dimension)])
    },
    finish: () => {
      if (!store.wantsIvf) return
      for (const _ of store.buildIvf());
      const { nprobe, nlist } = store.probing ?? {}
      console.error(`vitrine ivf: ${nlist === undefined ? 'stays exact' : `probes ${nprobe} of ${nlist} lists`}`)
    },
    search: (query, k) => search(query, k),
    filter: (allowed) => {
      const allow = store.allowing(allowed)
      return (query, k) => search(query, k, allow)
    },
  }
}
