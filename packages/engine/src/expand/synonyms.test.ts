import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { queryForms } from '../index/testing/query-forms.ts'
import { DEFAULT_TEXT_SETTINGS, type Synonym } from '../text/text-settings.ts'
import { compileSynonyms } from './synonyms.ts'

const english = analyzerFor('en')
const rules = (...synonyms: Synonym[]) =>
  [...compileSynonyms(synonyms, english).values()].flat().map(({ fromText, to }) => [fromText, ...to.map(String)])

/** For each word of the query, what its synonyms find: text, weight and edits. */
function found(synonyms: readonly Synonym[], titles: readonly string[], text: string, prefixLast = false) {
  const settings = { ...DEFAULT_TEXT_SETTINGS, synonyms }
  const docs = titles.map((title) => ({ title }))
  return queryForms(docs, text, { settings, prefixLast }).map((forms) =>
    forms
      .filter(({ kind }) => kind === 'synonym' || kind === 'typo')
      .map(({ text: form, weight, edits }) => `${form} ${weight.toFixed(3)} ${edits}`),
  )
}

describe('synonyms', () => {
  it('Y1: of a group stand for each other; a rule goes one way', () => {
    expect(rules(['couch', 'sofa', 'settee'])).toEqual([
      ['couch', 'sofa', 'settee'],
      ['sofa', 'couch', 'settee'],
      ['settee', 'couch', 'sofa'],
    ])
    expect(rules({ from: 'tv', to: ['television', 'telly'] })).toEqual([['tv', 'television', 'telly']])
  })

  it('Y2: without a word on one side are ignored', () => {
    expect(
      rules({ from: '!', to: ['sofa'] }, { from: 'couch', to: ['!'] }, { from: 'couch', to: [] }, ['couch']),
    ).toEqual([])
    expect(rules({ from: 'couch', to: ['!', 'sofa'] })).toEqual([['couch', 'sofa']])
  })

  it('Y3: with the same first word are all applied', () => {
    const both: Synonym[] = [
      { from: 'tv', to: ['television'] },
      { from: 'tv stand', to: ['media unit'] },
    ]
    expect(found(both, ['television', 'media unit'], 'tv stand')).toEqual([
      ['television 0.900 0', 'media unit 0.900 0'],
      ['media unit 0.900 0'],
    ])
    expect(found(both, ['television', 'media unit'], 'stand tv')).toEqual([[], ['television 0.900 0']])
  })

  it('Y4: of several words match any inflection of the last, and keep their order', () => {
    const unit: Synonym[] = [{ from: 'stand', to: ['large media unit'] }]
    expect(found(unit, ['large media units', 'media large unit'], 'stand')).toEqual([['large media units 0.882 0']])
  })

  it('Y5: may be incomplete in their last word, from three letters on; earlier words are complete', () => {
    const stand: Synonym[] = [{ from: 'tv stand', to: ['media unit'] }]
    const typed = (text: string) => found(stand, ['media unit'], text, true)
    const both = [['media unit 0.600 0'], ['media unit 0.600 0']]
    expect([typed('tv sta'), typed('tv stan')]).toEqual([both, both])
    expect([typed('tv st'), typed('t stan'), typed('sta')]).toEqual([[[], []], [[], []], [[]]])
    expect(typed('oak tv stan')).toEqual([[], ...both])
    expect(typed('tv stand')).toEqual([['media unit 0.900 0'], ['media unit 0.900 0']])
  })

  it('Y7: of a corrected word are applied with its lower weight', () => {
    const couch: Synonym[] = [['velvet', 'plush']]
    expect(found(couch, ['velvet', 'plush'], 'velvit')).toEqual([['velvet 0.900 1', 'velvet 0.810 1']])
  })
})
