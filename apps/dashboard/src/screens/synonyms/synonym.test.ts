import { describe, expect, it } from 'vitest'
import { readSynonym } from './synonym.ts'

describe('a typed synonym', () => {
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
