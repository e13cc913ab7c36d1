import { expect, it } from 'vitest'
import { parsedQuery, smallShop } from '../index/testing/small-shop.ts'
import { spokenText } from './parse.ts'

const shop = smallShop([{ title: 'Yellow Wool Jumper' }, { title: 'Bedside Table' }, { title: 'Mug' }])
const standIns = (text: string) => parsedQuery(shop, text).terms.map((term) => term.standIns)

it("adds the shop's names for a thing to a word that names none of its products", () => {
  expect(standIns('yellow sweaters')).toEqual([undefined, ['jumper']])
  expect(standIns('nightstand')).toEqual([['bedside table']])
})

it('recognizes names of several words', () => {
  expect(standIns('oak bedside cabinet')).toEqual([undefined, ['bedside table'], ['bedside table']])
})

it('does not change words that name products of the shop, or that have no synonym in the shop', () => {
  expect(standIns('mug jumper sofa')).toEqual([undefined, undefined, undefined])
})

it('makes the text for the model from the words of the shop', () => {
  expect(spokenText(parsedQuery(shop, 'warm sweater'))).toBe('warm jumper')
  expect(spokenText(parsedQuery(shop, 'bedside cabinet'))).toBe('bedside table')
})
