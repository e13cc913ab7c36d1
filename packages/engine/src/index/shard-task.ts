import { doFacetTask, doFilterTask, type FacetTask, type FilterTask } from '../facets/facet-task.ts'
import { doMatchTask, type MatchTask } from '../match/match-task.ts'
import type { ShardTask } from '../shards/fork-join.ts'
import type { Segment } from './segment.ts'

/** Does a part of a query on its segment: what the threads of a `ForkJoin` call. */
export function doShardTask({ columns, text }: Segment, asked: ShardTask): unknown {
  const task = asked as MatchTask | FilterTask | FacetTask
  switch (task.kind) {
    case 'match':
      return doMatchTask(text, columns.ids, task)
    case 'filters':
      return doFilterTask(columns, task)
    case 'facets':
      return doFacetTask(columns, task)
  }
}
