import { describe, expect, it } from 'vitest'
import { readSynonym, writeSynonym } from './synonym.ts'

describe('a synonym as typed', () => {
  it.each([
    ['sofa, Couch , settee', ['sofa', 'couch', 'settee']],
    ['sofa = couch', ['sofa', 'couch']],
    ['tee > t-shirt', { from: 'tee', to: 't-shirt' }],
    ['tee -> t-shirt, top', { from: 'tee', to: ['t-shirt', 'top'] }],
    ['sofa', undefined],
    ['sofa, sofa', undefined],
    ['a, b > c', undefined],
    ['a > b > c', undefined],
    ['', undefined],
  ])('%j is %j', (text, synonym) => {
    expect(readSynonym(text)).toEqual(synonym)
  })
})

describe('a synonym in the form', () => {
  it.each([[['sofa', 'couch']], [{ from: 'tee', to: 't-shirt' }], [{ from: 'tee', to: ['t-shirt', 'top'] }]])(
    'reads as it is written: %j',
    (synonym) => {
      expect(readSynonym(writeSynonym(synonym))).toEqual(synonym)
    },
  )
})
