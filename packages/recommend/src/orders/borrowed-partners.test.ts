import { expect, it } from 'vitest'
import { borrowedPartners } from './borrowed-partners.ts'
import { BoughtTogether } from './bought-together.ts'

it('finds partners of a product without orders through the products it is like', () => {
  const [newLamp, oldLamp, bulb, chair, cushion] = [9, 0, 1, 2, 3]
  const model = BoughtTogether.fit([...Array(5).fill([oldLamp, bulb]), ...Array(8).fill([chair, cushion])])
  expect(model.rank([newLamp], { limit: 5 })).toEqual([])
  const found = borrowedPartners(model, [{ item: oldLamp, score: 0.9 }], 5)
  expect(found.map(({ item }) => item)).toEqual([oldLamp, bulb])
})

it('leaves out like products that nobody buys', () => {
  const model = BoughtTogether.fit([[0, 1]])
  expect(borrowedPartners(model, [{ item: 7, score: 1 }], 5)).toEqual([])
})
