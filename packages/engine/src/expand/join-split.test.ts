import { expect, it } from 'vitest'
import { searchShop, smallShop } from '../index/testing/small-shop.ts'

it('finds the joined word for two words in either order, even if most products write them apart', () => {
  const titles = ['Hairspray', 'Hair spray light', 'Hair spray strong', 'Hair spray travel', 'Oak table', 'Wool rug']
  const shop = smallShop(titles.map((title) => ({ title })))
  for (const query of ['hair spray', 'spray hair'])
    expect([
      query,
      searchShop(shop, query)
        .hits.map(({ id }) => id)
        .sort(),
    ]).toEqual([query, [1, 2, 3, 4]])
})
