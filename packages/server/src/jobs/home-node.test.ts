import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { homeOf, HomeNode } from './home-node.ts'

const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 })
const shops = Array.from({ length: 200 }, (_, i) => `shop-${i}.example`)

describe('the home of a shop', () => {
  it('is one of the nodes, and does not depend on their order', () => {
    fc.assert(
      fc.property(names, fc.string(), (nodes, shop) => {
        const home = homeOf(shop, nodes)
        return nodes.includes(home as string) && homeOf(shop, nodes.toReversed()) === home
      }),
    )
  })

  it('changes only for the shops of a node that leaves', () => {
    fc.assert(
      fc.property(names, (nodes) => {
        const [gone, ...rest] = nodes
        return shops.every((shop) => {
          const before = homeOf(shop, nodes)
          return before === gone || homeOf(shop, rest) === before
        })
      }),
    )
  })

  it('gives three nodes about a third of the shops each', () => {
    const homes = shops.map((shop) => homeOf(shop, ['a', 'b', 'c']))
    for (const name of ['a', 'b', 'c']) {
      const count = homes.filter((home) => home === name).length
      expect(count).toBeGreaterThan(40)
      expect(count).toBeLessThan(95)
    }
  })

  it('is this node once the others are gone', () => {
    const deployment = { name: 'a', deriving: ['a', 'b', 'c'] }
    const home = new HomeNode(deployment)
    expect(shops.filter((shop) => home.ownsShop(shop)).length).toBeLessThan(100)
    deployment.deriving = ['a']
    expect(shops.every((shop) => home.ownsShop(shop))).toBe(true)
  })
})
