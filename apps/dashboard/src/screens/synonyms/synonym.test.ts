import { describe, expect, it } from 'vitest'
import { readSynonym, variantSynonyms, withVariantSynonyms } from './synonym.ts'

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

describe('synonyms of a variant', () => {
  it('are listed with their variant and changed in it alone', () => {
    const experiences = [{ id: 9, name: 'E', variants: ['a', 'b'].map((key) => ({ key, weight: 1 })) }]
    const added = withVariantSynonyms(experiences, '9=b', (all) => [...all, ['mug', 'cup']])
    expect(variantSynonyms(added)).toEqual([{ synonym: ['mug', 'cup'], variant: '9=b' }])
    expect(added[0]!.variants[0]).toEqual({ key: 'a', weight: 1 })
    expect(variantSynonyms(withVariantSynonyms(added, '9=b', () => []))).toEqual([])
  })
})
