/** What a misspelt word is corrected to, and how much of its score a product found so keeps. */
import { describe, expect, it } from 'vitest'
import { queryForms } from '../testing/query-forms.ts'
import type { TextDoc } from '../text-doc.ts'

const titled = (...titles: string[]) => titles.map((title) => ({ title }))
const many = (count: number, title: string) => titled(...Array.from({ length: count }, () => title))

/** Corrections of the only word, by what they are, with their weights. */
function corrections(docs: readonly Partial<TextDoc>[], text: string, prefixLast = false): Record<string, number> {
  const forms = queryForms(docs, text, { prefixLast })[0]!.filter(({ kind }) => kind === 'typo')
  return Object.fromEntries(forms.map(({ text: form, weight }) => [form, weight]))
}
const near = (weight: number) => expect.closeTo(weight, 5)

describe('a correction', () => {
  it('T1: of one letter keeps 0.95, of two 0.75', () => {
    expect(queryForms(titled('velvet'), 'velvit')[0]).toMatchObject([
      { text: 'velvet', kind: 'typo', weight: 0.95, edits: 1, docs: [0] },
    ])
    expect(queryForms(titled('chandelier'), 'chandaleer')[0]).toMatchObject([
      { text: 'chandelier', kind: 'typo', weight: 0.75, edits: 2, docs: [0] },
    ])
  })

  it('T2: of the fewest letters alone counts', () => {
    expect(Object.keys(corrections(titled('chandelier', 'chandaleir'), 'chandaleer'))).toEqual(['chandaleir'])
  })

  it('T3: that is likelier keeps more: a slip of the fingers counts three times, products by their root', () => {
    // The key beside: 3 × √1; any other letter: √4.
    expect(corrections([...titled('tabje'), ...many(4, 'tabpe')], 'tabke')).toEqual({
      tabje: near(0.95),
      tabpe: near(0.6 + 0.35 * Math.sqrt(2 / 3)),
    })
    expect(corrections([...titled('tabje'), ...many(16, 'tabpe')], 'tabke')).toEqual({
      tabje: near(0.6 + 0.35 * Math.sqrt(3 / 4)),
      tabpe: near(0.95),
    })
  })

  it('T4: of a last letter left out counts one and a half times, of a wrong first letter three tenths', () => {
    expect(corrections(titled('velvet', 'velvp'), 'velve')).toEqual({
      velvet: near(0.95),
      velvp: near(0.6 + 0.35 * Math.sqrt(1 / 1.5)),
    })
    expect(corrections(titled('xabie', 'table'), 'xable')).toEqual({
      xabie: near(0.95),
      table: near(0.6 + 0.35 * Math.sqrt(0.3)),
    })
  })

  it('T5: has its word forms, which keep less', () => {
    const found = queryForms(titled('velvet', 'velvets'), 'velvit')[0]!
    expect(found.map(({ text, weight }) => [text, weight])).toEqual([
      ['velvet', 0.95],
      ['velvets', near(0.98 * 0.95)],
    ])
  })

  it('T6: is one of eight at most, the likeliest', () => {
    const letters = [...'bdfghjmnpt']
    const docs = letters.flatMap((letter, i) => many(i + 1, `${letter}orvig`))
    expect(Object.keys(corrections(docs, 'qorvig')).sort()).toEqual(letters.slice(2).map((letter) => `${letter}orvig`))
  })

  it('T7: of a plural whose singular the shop has must be ten times as common as that', () => {
    expect(corrections([...titled('zorb'), ...many(10, 'zorts')], 'zorbs')).toEqual({ zorts: 0.6 })
    expect(corrections([...titled('zorb'), ...many(9, 'zorts')], 'zorbs')).toEqual({})
    expect(corrections([...many(2, 'zorb'), ...many(19, 'zorts')], 'zorbs')).toEqual({})
  })

  it('T8: of another form must only be as common as the word that the shop has', () => {
    expect(corrections([...many(2, 'zorb'), ...many(2, 'zorking')], 'zorbing')).toEqual({ zorking: 0.6 })
    expect(corrections([...many(2, 'zorb'), ...many(1, 'zorking')], 'zorbing')).toEqual({})
  })

  it('T9: by sound needs six letters and keeps 0.75', () => {
    expect(corrections(titled('tasura'), 'tizora')).toEqual({ tasura: 0.75 })
    expect(corrections(titled('tasur'), 'tizor')).toEqual({})
    expect(corrections(titled('tosar', 'tusagan'), 'tizoram')).toEqual({})
  })

  it('T10: of a form, where the form alone is misspelt, keeps 0.6', () => {
    expect(corrections(titled('van'), 'dvans')).toEqual({ van: 0.6 })
    expect(corrections(titled('velvet'), 'velvits')).toEqual({ velvet: 0.6 })
    // In English a last "e" is spelling and no ending.
    expect(corrections(titled('sale'), 'saree')).toEqual({})
  })

  it('T11: while it is typed reaches words that begin nearly so, sixteen at most, the commonest, for 0.6', () => {
    expect(corrections(titled('television'), 'televsi', true)).toEqual({ television: 0.6 })
    expect(corrections(titled('television'), 'televsi')).toEqual({})
    const endings = [...'abcdefghijklmnopqr']
    const docs = endings.flatMap((letter, i) => many(i < 2 ? 1 : 2, `televisi${letter}x`))
    expect(Object.keys(corrections(docs, 'televsi', true)).sort()).toEqual(
      endings.slice(2).map((letter) => `televisi${letter}x`),
    )
  })

  it('T12: never goes to a word that only stop words or dead products have', () => {
    expect(corrections(titled('which lamp'), 'whicg')).toEqual({})
  })
})
