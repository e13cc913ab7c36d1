import { describe, expect, it } from 'vitest'
import { readSynonym, writeSynonym } from './synonym.ts'

describe('readSynonym', () => {
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
  ])('reads %j as %j', (text, synonym) => {
    expect(readSynonym(text)).toEqual(synonym)
  })
})

describe('writeSynonym', () => {
  it.each([[['sofa', 'couch']], [{ from: 'tee', to: 't-shirt' }], [{ from: 'tee', to: ['t-shirt', 'top'] }]])(
    'writes text that is read as the same synonym: %j',
    (synonym) => {
      expect(readSynonym(writeSynonym(synonym))).toEqual(synonym)
    },
  )
})
