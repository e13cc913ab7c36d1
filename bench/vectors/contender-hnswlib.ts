import type { Contender } from './contenders.ts'
import { row, type Sample } from './sample.ts'

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

/** A graph index in C++, on one core. Its filter is a function that is called for every candidate. */
export async function openHnswlib({
  rows,
  vectors,
  dimension,
}: Pick<Sample, 'rows' | 'vectors' | 'dimension'>): Promise<Contender> {
  // Not a dependency, because its installation compiles C++.
  const name = 'hnswlib-node'
  const { default: hnswlib } = (await import(name)) as { default: Hnswlib }
  const index = new hnswlib.HierarchicalNSW('ip', dimension)
  index.initIndex(vectors, 16, 200)
  return {
    add: (first, end) => {
      for (let number = first; number < end; number++) index.addPoint(Array.from(row(rows, number, dimension)), number)
    },
    search: (query, k) => index.searchKnn(Array.from(query), k).neighbors,
    filter: (allowed) => {
      const isAllowed = new Uint8Array(vectors)
      for (const number of allowed) isAllowed[number] = 1
      return (query, k) => index.searchKnn(Array.from(query), k, (label) => isAllowed[label] === 1).neighbors
    },
    widen: (width) => index.setEf(width),
  }
}
