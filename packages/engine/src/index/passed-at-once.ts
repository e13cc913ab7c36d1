import { type Bitset, countBits } from '../columns/bitset.ts'
import { doFilterTask, type FilterTask } from '../facets/facet-task.ts'
import type { FilterInput } from '../facets/filter-sets.ts'
import type { ShopIndex } from './shop-index.ts'

/** Docs of each segment that pass the selections, worked out by several threads; undefined if that is not worth it. */
export function passedAtOnce({ views, text }: ShopIndex, inputs: readonly FilterInput[]): Bitset[] | undefined {
  const { forkJoin } = text
  if (!forkJoin || inputs.length < 2 || inputs[0].selections.length === 0) return undefined
  const docs = inputs.reduce((sum, { candidates, understood }) => {
    return sum + (understood ? understood.docs.length : countBits(candidates))
  }, 0)
  if (docs < forkJoin.leastWork) return undefined
  const work = inputs.map((input, view) => {
    const { segment } = views[view]
    const task: FilterTask = { kind: 'filters', input }
    const here = () => doFilterTask(segment.columns, task)
    return { shard: segment, docCount: segment.columns.docCount, task, here, again: here }
  })
  return forkJoin.run<Bitset>(work)
}
