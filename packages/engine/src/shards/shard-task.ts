import { doFacetTask, doFilterTask } from '../facets/facet-task.ts'
import type { Segment } from '../index/segment.ts'
import { doMatchTask } from '../match/match-task.ts'
import type { ShardTask } from './fork-join.ts'

/** Does a part of a query on its segment: what the threads of a `ForkJoin` call. */
export function doShardTask({ columns, text }: Segment, task: ShardTask): unknown {
  switch (task.kind) {
    case 'match':
      return doMatchTask(text, columns.ids, task)
    case 'filters':
      return doFilterTask(columns, task)
    case 'facets':
      return doFacetTask(columns, task)
  }
}
