import { expect, it } from 'vitest'
import { fuseRanks, plainMiniSearch } from './simple-hybrid.ts'

it('ranks a product in both lists above the first product of only one list', () => {
  expect(fuseRanks([1, 2], [3, 2])).toEqual([2, 1, 3])
})

it('finds a title by a prefix, a typo or any of its words, best first', () => {
  const search = plainMiniSearch([
    { id: 7, title: 'Oak table', description: 'for a lamp' },
    { id: 8, title: 'Table lamp', description: 'made of oak' },
  ])
  expect(search('tabel lam')).toEqual([8, 7])
})
