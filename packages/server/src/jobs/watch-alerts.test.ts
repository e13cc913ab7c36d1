import { expect, it } from 'vitest'
import type { Shop } from '../ports/record-store/record-store.ts'
import { AlertWatch } from './watch-alerts.ts'

it('goes on at the next round where the store is away, and where one shop cannot be measured', async () => {
  const errors: string[] = []
  const looked: string[] = []
  let isAway = true
  const watch = new AlertWatch({
    listShopIds: async () => {
      if (isAway) throw new Error('away')
      return ['a', 'b', 'c']
    },
    findShop: async (id) => ({ id }) as Shop,
    evaluate: async ({ id }) => {
      if (id === 'b') throw new Error('not measured')
      looked.push(id)
    },
    onError: (error) => errors.push((error as Error).message),
  })
  await watch.runOnce()
  expect([errors, looked]).toEqual([['away'], []])
  isAway = false
  await watch.runOnce()
  expect([errors, looked]).toEqual([
    ['away', 'not measured'],
    ['a', 'c'],
  ])
})
