/** Words written short. Numbered. */
import { describe, expect, it } from 'vitest'
import { queryForms } from '../testing/query-forms.ts'
import type { TextDoc } from '../text-doc.ts'

const corrections = (docs: readonly Partial<TextDoc>[], text: string) =>
  queryForms(docs, text).map((forms) => forms.filter(({ kind }) => kind === 'typo').map(({ text: form }) => form))

describe('a word without vowels that the shop does not know', () => {
  const docs = [{ title: 'Manchester United jersey' }, { title: 'Away jersey' }]

  it('C1: stands for the word whose vowels it leaves out, and one consonant at most', () => {
    expect(corrections(docs, 'utd')).toEqual([['united']])
    expect(corrections([{ title: 'Boulevard sign' }], 'blvd')).toEqual([['boulevard']])
    expect(corrections([{ title: 'Boulevard sign' }], 'bld')).toEqual([[]])
  })

  it('C2: begins and ends as the word does, and has its letters in order', () => {
    expect(corrections([{ title: 'Uniteds Studio' }], 'untd')).toEqual([[]])
    expect(corrections([{ title: 'Sold plate' }], 'pld')).toEqual([[]])
    expect(corrections([{ title: 'Black lamp' }], 'bclk')).toEqual([[]])
  })

  it('C3: stands for the commonest of several words', () => {
    expect(corrections([{ title: 'Unaided eye' }, ...docs, { title: 'United scarf' }], 'untd')).toEqual([['united']])
    expect(corrections([{ title: 'Block' }, { title: 'Black mug' }, { title: 'Black cup' }], 'blk')).toEqual([
      ['black'],
    ])
  })

  it('C4: is taken for it only beside another word of the query, where the shop knows one', () => {
    expect(corrections(docs, 'utd jersey')).toEqual([['united'], []])
    expect(corrections(docs, 'utd away')).toEqual([[], []])
  })

  it('C4a: stands for no word that products only mention', () => {
    expect(corrections([{ title: 'Scarf', description: 'For fans of United.' }], 'utd')).toEqual([[]])
  })

  it('C5: is itself where the shop has it', () => {
    expect(corrections([...docs, { title: 'UTD badge' }], 'utd')).toEqual([[]])
  })
})
