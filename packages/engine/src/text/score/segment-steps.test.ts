import { expect, it } from 'vitest'
import type { Segment } from '../../index/segment.ts'
import { withForkJoin } from '../../index/shop-index.ts'
import { randomFrom } from '../../index/testing/random-catalog.ts'
import { randomIndex } from '../../index/testing/random-searches.ts'
import { searchShop } from '../../index/testing/small-shop.ts'
import type { ForkJoin } from '../../shards/fork-join.ts'
import { doShardTask } from '../../shards/shard-task.ts'
import type { Accumulators } from './accumulators.ts'

it('a query sees nothing of what a thread that was lost in an earlier one still writes', () => {
  const lost = new Set<Accumulators>()
  let isLost = true
  const forkJoin: ForkJoin = {
    leastWork: 0,
    run: (work) =>
      work.map(({ shard, task, here, again }) => {
        if (!isLost) return here()
        doShardTask(shard as Segment, task)
        if (task.kind === 'text') lost.add(task.input.accumulators)
        return again()
      }),
  }
  const index = randomIndex(randomFrom(1), 'en', 4)
  const served = withForkJoin(index, forkJoin)
  expect(searchShop(served, 'wool knives firestick')).toEqual(searchShop(index, 'wool knives firestick'))
  expect(lost.size).toBeGreaterThan(0)
  for (const { found } of lost) found.fill(3)
  isLost = false
  expect(searchShop(served, 'shirt')).toEqual(searchShop(index, 'shirt'))
})
