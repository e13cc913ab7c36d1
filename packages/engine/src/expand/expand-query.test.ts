/** Tests what else a word of a query finds, and how the weight of such matches is reduced. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import { type Form, queryForms } from '../index/testing/query-forms.ts'

const titled = (...titles: string[]) => titles.map((title) => ({ title }))
const many = (count: number, title: string) => titled(...Array.from({ length: count }, () => title))
const brief = (forms: readonly Form[] = []) => forms.map(({ text, kind, weight }) => [text, kind, weight])
const near = (weight: number) => expect.closeTo(weight, 5)
const exactly = { settings: { ...DEFAULT_TEXT_SETTINGS, typos: false } }

describe('a word', () => {
  it('E1: finds itself whole, and its inflections for 0.98', () => {
    expect(brief(queryForms(titled('lamp', 'lamps'), 'lamp', exactly)[0])).toEqual([
      ['lamp', 'exact', 1],
      ['lamps', 'stem', 0.98],
    ])
    expect(brief(queryForms(titled('lamp'), 'lamps', exactly)[0])).toEqual([['lamp', 'stem', 0.98]])
  })

  it('E2: is also found joined with the next word for 0.9, for both words, if most products write them apart', () => {
    const [first, second] = queryForms([...many(2, 'e cloth'), ...titled('ecloth')], 'ecloth', exactly)
    expect(brief(first)).toContainEqual(['ecloth', 'joined', 0.9])
    expect(brief(second)).toContainEqual(['ecloth', 'joined', 0.9])
  })

  it('E3: that is typed as two words is found for 0.98 if most products write it as one', () => {
    const forms = (text: string) => brief(queryForms(titled('firestick', 'fire sticks'), text, exactly)[0])
    for (const text of ['firestick', 'fire stick'])
      expect(forms(text)).toEqual([
        ['firestick', 'exact', 1],
        ['fire sticks', 'split', near(0.98 * 0.98)],
      ])
  })

  it('E4: is split from five letters on, with a second part of two or more', () => {
    const terms = (text: string, title: string) => queryForms(titled(title), text, exactly).length
    expect([terms('ecloth', 'e cloth'), terms('carlo', 'car lo')]).toEqual([2, 2])
    expect([terms('caru', 'ca ru'), terms('vinylx', 'vinyl x')]).toEqual([1, 1])
  })

  it('E5: is not joined with the next word if only a prefix of both is found', () => {
    expect(queryForms(titled('leather'), 'leather red', exactly)[1]).toEqual([])
    expect(brief(queryForms(titled('handbag'), 'hand bags', exactly)[0])).toEqual([['handbag', 'stem', 0.98]])
  })

  it('E6: that is being typed finds words with that prefix for 0.75', () => {
    expect(brief(queryForms(titled('lantern', 'lanyard'), 'lan', { prefixLast: true })[0])).toEqual([
      ['lan', 'prefix', 0.75],
    ])
    expect(queryForms(titled('lantern', 'lanyard'), 'lan', { prefixLast: true })[0]![0]!.docs).toEqual([0, 1])
    expect(queryForms(titled('lantern'), 'lan', exactly)[0]).toEqual([])
  })

  it('E7: with a hyphen finds its parts side by side for 0.98', () => {
    expect(brief(queryForms(titled('x ray film'), 'x-ray', exactly)[0])).toEqual([['x ray', 'split', 0.98]])
  })
})

describe('a measure', () => {
  it('E9: is found in other units for 0.98, but not as a number alone', () => {
    const forms = queryForms(
      titled('Board 24 in', 'Board 61 cm', 'Board 24 x 48', 'Board 24 cm'),
      'board 24 inch',
      exactly,
    )[1]!
    const weights = new Map(forms.flatMap(({ docs, weight }) => docs.map((doc) => [doc, weight])))
    expect([0, 1, 2, 3].map((doc) => weights.get(doc))).toEqual([0.98, 0.98, undefined, undefined])
    // A match in another unit is not a misspelling.
    expect(forms.every(({ edits }) => edits === 0)).toBe(true)
  })
})

describe('a synonym', () => {
  const settings = {
    ...DEFAULT_TEXT_SETTINGS,
    typos: false,
    synonyms: [['couch', 'sofa'], { from: 'tv stand', to: ['television table'] }],
  }
  const forms = (text: string, ...titles: string[]) => queryForms(titled(...titles), text, { settings }).map(brief)

  it('E10: has a weight of 0.9, also in other inflections', () => {
    expect(forms('couch', 'sofa', 'sofas')).toEqual([
      [
        ['sofa', 'synonym', 0.9],
        ['sofas', 'synonym', near(0.98 * 0.9)],
      ],
    ])
    expect(forms('couches', 'sofa')).toEqual([[['sofa', 'synonym', 0.9]]])
  })

  it('E11: of several words stands for each of them, and needs all of them', () => {
    const phrase = [['television table', 'synonym', 0.9]]
    expect(forms('tv stand', 'television table')).toEqual([phrase, phrase])
    expect(forms('tv lamp', 'television table')).toEqual([[], []])
  })

  it('E12: is completed from three letters on, for 0.6', () => {
    const typed = (text: string) => queryForms(titled('sofa'), text, { settings, prefixLast: true }).map(brief)
    expect(typed('cou')).toEqual([[['sofa', 'synonym', 0.6]]])
    expect(typed('co')).toEqual([[]])
    expect(typed('couch')).toEqual([[['sofa', 'synonym', 0.9]]])
  })
})

describe('words written together', () => {
  const german = (text: string, ...titles: string[]) =>
    brief(queryForms(titled(...titles), text, { locale: 'de', settings: exactly.settings })[0])

  it('E13: are found by their last part with a weight that falls with the length before it, by their first for 0.4', () => {
    expect(german('helm', 'fahrradhelm')).toEqual([['fahrradhelm', 'compound', near(0.375 * (1 + 4 / 11))]])
    expect(german('helm', 'helmlampe', 'lampe')).toEqual([['helmlampe', 'compound', 0.4]])
    expect(german('helm', 'helmlampe')).toEqual([])
  })

  it('E14: that no product has are found by all their parts for 0.75, otherwise by the last for 0.6', () => {
    expect(german('rucksackschuhe', 'schuhe rucksack', 'schuhe')).toEqual([['schuhe', 'compound', 0.75]])
    expect(german('rucksackschuhe', 'schuhe', 'rucksack')).toEqual([['schuhe', 'compound', 0.6]])
  })

  it('E15: are found with or without umlauts', () => {
    expect(german('moebel', 'Möbel')).toEqual([['mobel', 'exact', 1]])
  })
})
