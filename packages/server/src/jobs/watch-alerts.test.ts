import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../ports/record-store/record-store.ts'
import { AlertWatch } from './watch-alerts.ts'

function open(shops: Record<string, object>, inUse: string[] = []) {
  const world = {
    shops: { ...shops },
    looked: [] as string[],
    read: 0,
    errors: [] as unknown[],
    isAway: false,
    open: new Set<string>(),
  }
  const watch = new AlertWatch({
    inUse: () => inUse,
    async listShopIds() {
      if (world.isAway) throw new Error('away')
      return Object.keys(world.shops)
    },
    async findShop(id) {
      if (world.isAway) throw new Error('away')
      world.read++
      const alerts = world.shops[id]
      return alerts && ({ id, config: completeConfig({ alerts } as never) } as unknown as Shop)
    },
    async evaluate({ id }) {
      world.looked.push(id)
      if (id === 'broken') throw new Error('no')
      return world.open.has(id)
    },
    onError: (error) => world.errors.push(error),
  })
  const round = async () => {
    world.looked = []
    world.read = 0
    await watch.runOnce()
    return world.looked.toSorted()
  }
  return { world, watch, round }
}

describe('AlertWatch', () => {
  it('checks each shop in memory or with configured alerts once, and no others', async () => {
    const shops = { idle: {}, used: {}, reported: { webhook_url: 'https://a.example/' }, both: { error_share: 0.1 } }
    const { round } = open(shops, ['used', 'both'])
    expect(await round()).toEqual(['both', 'reported', 'used'])
    expect(await round()).toEqual(['both', 'reported', 'used'])
  })

  it('rarely checks quiet shops, but always those with an open alert', async () => {
    const { world, watch, round } = open({ quiet: {}, alerted: {} }, ['quiet', 'alerted'])
    world.open.add('alerted')
    for (let i = 0; i < 3; i++) expect(await round()).toEqual(['alerted', 'quiet'])
    const later = []
    for (let i = 0; i < 60; i++) later.push(...(await round()))
    expect(later.filter((id) => id === 'quiet')).toEqual(['quiet'])
    expect(later.filter((id) => id === 'alerted')).toHaveLength(60)
    watch.happened('quiet')
    expect(await round()).toContain('quiet')
  })

  it('reads the configuration of an unused shop once, and again after a change', async () => {
    const { world, watch, round } = open({ a: {}, b: {} })
    expect(await round()).toEqual([])
    await round()
    expect(world.read).toBe(0)
    world.shops.a = { zero_result_share: 0.5 }
    watch.changed('a')
    expect(await round()).toEqual(['a'])
    world.shops.a = {}
    watch.changed('a')
    expect(await round()).toEqual([])
  })

  it('reads a limited number of configurations per round, and all of them in the end', async () => {
    const many = Object.fromEntries(Array.from({ length: 450 }, (_, i) => [`s${i}`, {}]))
    const { world, round } = open({ ...many, last: { import_failed: false } })
    expect(await round()).toEqual([])
    expect(world.read).toBe(200)
    await round()
    expect(await round()).toEqual(['last'])
  })

  it('continues in the next round if the store is unreachable', async () => {
    const { world, watch, round } = open({ reported: { webhook_url: 'https://a.example/' } })
    world.isAway = true
    expect(await round()).toEqual([])
    world.isAway = false
    expect(await round()).toEqual(['reported'])
    world.isAway = true
    watch.changed('reported')
    expect(await round()).toEqual([])
    world.shops.reported = {}
    world.isAway = false
    expect(await round()).toEqual([])
    expect(world.errors).toHaveLength(3)
  })

  it('continues after a shop that cannot be measured', async () => {
    const { world, round } = open({}, ['broken', 'gone', 'fine'])
    Object.assign(world.shops, { broken: {}, fine: {} })
    expect(await round()).toEqual(['broken', 'fine'])
    expect(world.errors).toHaveLength(1)
  })
})
