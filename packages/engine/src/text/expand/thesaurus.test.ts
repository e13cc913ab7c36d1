/** Words for the same thing. Numbered. */
import { describe, expect, it } from 'vitest'
import { searchShop, smallShop } from '../../index/testing/small-shop.ts'
import { queryForms } from '../testing/query-forms.ts'
import type { TextDoc } from '../text-doc.ts'
import { DEFAULT_TEXT_SETTINGS, type Synonym } from '../text-settings.ts'

const others = Array.from({ length: 60 }, (_, i) => ({ title: `Mug ${i}`, productType: 'Mugs' }))

function forms(docs: readonly Partial<TextDoc>[], text: string, options: { locale?: string } = {}): string[] {
  return queryForms([...docs, ...others], text, options)
    .flat()
    .map(({ text: form, kind, weight }) => `${form} ${kind} ${weight.toFixed(2)}`)
}

function found(docs: readonly Partial<TextDoc>[], text: string, synonyms: readonly Synonym[] = []): number[] {
  const query = { text, prefixLast: false, settings: { ...DEFAULT_TEXT_SETTINGS, synonyms } }
  return searchShop(smallShop([...docs, ...others]), text, { query }).hits.map(({ id }) => id)
}

describe('a word that no product is called by', () => {
  const backpacks = [{ title: 'Canvas backpack' }, { title: 'Blue tent', description: 'Fits into a rucksack.' }]

  it('T1: finds what the shop calls by another word for the same thing, one or many, before what mentions it', () => {
    expect(forms([{ title: 'Canvas backpack' }], 'rucksack')).toEqual(['backpack synonym 0.70'])
    expect(forms([{ title: 'Canvas backpack' }], 'rucksacks')).toEqual(['backpack synonym 0.70'])
    expect(forms([{ title: 'Blue sofa' }], 'couch')).toEqual(['sofa synonym 0.70'])
    expect(forms([{ title: 'Blue sofa' }], 'couches')).toEqual(['sofa synonym 0.70'])
    expect(forms([{ title: 'Rose bouquet' }], 'posies')).toEqual(['bouquet synonym 0.70'])
    expect(forms([{ title: 'Canvas backpack' }], 'ruck-sack')).toEqual(['backpack synonym 0.70'])
    expect(found(backpacks, 'rucksack')).toEqual([1, 2])
  })

  it('T2: finds that in several words, and where one of several words is meant', () => {
    expect(forms([{ title: 'Tennis shoes' }], 'sneakers')).toEqual(['tennis shoes synonym 0.69'])
    expect(found([{ title: 'Blue sofa' }, { title: 'Red sofa' }], 'red couch')[0]).toBe(2)
  })

  it('T3: finds only itself where a product is called by it', () => {
    expect(found([{ title: 'Small rucksack' }, { title: 'Canvas backpack' }], 'rucksack')).toEqual([1])
    expect(found([{ title: 'Canvas bag', tags: ['rucksack'] }, { title: 'Canvas backpack' }], 'rucksack')).toEqual([1])
    expect(found([{ title: 'Tent', vendor: 'Rucksack' }, { title: 'Canvas backpack' }], 'rucksack')).toEqual([1])
  })

  it('T4: finds nothing by a word that is only mentioned, or a maker’s name or a part number', () => {
    expect(found([{ title: 'Blue tent', description: 'Fits into a backpack.' }], 'rucksack')).toEqual([])
    expect(found([{ title: 'Blue tent', vendor: 'Backpack' }], 'rucksack')).toEqual([])
    expect(found([{ title: 'Blue tent', skus: ['backpack'] }], 'rucksack')).toEqual([])
  })

  it('T5: finds what the merchant says and nothing else, where the merchant says something', () => {
    const shop = [{ title: 'Canvas backpack' }, { title: 'Blue tent' }]
    expect(found(shop, 'rucksack', [{ from: 'rucksack', to: ['tent'] }])).toEqual([2])
  })

  it('T6: is not corrected where the shop has another word for the same thing', () => {
    expect(forms([{ title: 'Wildflower mix' }], 'windflower')).toEqual(['wildflower typo 0.95'])
    expect(forms([{ title: 'Wildflower mix' }, { title: 'White anemone' }], 'windflower')).toEqual([
      'anemone synonym 0.70',
    ])
  })

  it('T7: means itself alone where it is excluded, and in other languages', () => {
    expect(found([{ title: 'Canvas backpack bag' }, { title: 'Canvas swimming bag' }], 'bag -rucksack')).toEqual([1, 2])
    expect(forms([{ title: 'Canvas backpack' }], 'rucksack', { locale: 'fr' })).toEqual([])
  })

  it('T8: leads to what mostly means the thing, and not the other way round', () => {
    expect(forms([{ title: 'Steel flashlight' }], 'torch')).toEqual(['flashlight synonym 0.70'])
    expect(forms([{ title: 'Olympic torch' }], 'flashlight')).toEqual([])
  })
})
