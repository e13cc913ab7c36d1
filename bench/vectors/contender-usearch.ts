import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import usearch from 'usearch'
import type { Contender } from './contenders.ts'
import type { Sample } from './sample.ts'

/** A graph index in C++. Its JavaScript API has no filter. */
export function openUsearch({ rows, dimension }: Pick<Sample, 'rows' | 'dimension'>): Contender {
  const open = (width = 0) =>
    new usearch.Index({
      metric: usearch.MetricKind.IP,
      dimensions: dimension,
      quantization: usearch.ScalarKind.F32,
      connectivity: 16,
      expansion_add: 0,
      expansion_search: width,
      multi: false,
    })
  let index = open()
  return {
    // By default, all cores build the graph.
    add: (first, end) => {
      const keys = BigUint64Array.from({ length: end - first }, (_, i) => BigInt(first + i))
      index.add(keys, rows.subarray(first * dimension, end * dimension), 0)
    },
    search: (query, k) => Array.from(index.search(query, k, 1).keys, Number),
    // The width is fixed at creation, so the graph is loaded into a new index.
    widen: (width) => {
      const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
      index.save(join(folder, 'index'))
      index = open(width)
      index.load(join(folder, 'index'))
      rmSync(folder, { recursive: true })
    },
  }
}
