/** Tests the words, positions and counts that a segment stores. */
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { lengthNorms } from '../../match/bm25f-tables.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import { TEXT_FIELDS, type TextDoc } from '../text-doc.ts'
import { textIndex } from '../testing/text-index.ts'
import { buildTextSegment, type TextSegment } from '../text-segment.ts'
import { findTerm, NO_TERM, termAt } from './dictionary.ts'
import { SAME_POSITION } from './read-docs.ts'

const built = (...docs: Partial<TextDoc>[]) => buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))

interface Posting {
  doc: number
  fields: string[]
  isTail: boolean
  inDescription: number
  inMetafields: number
}

function postingsOf(segment: TextSegment, word: string): Posting[] {
  const term = findTerm(segment.terms, word)
  if (term === NO_TERM) return []
  const places = Array.from({ length: segment.postStarts[term + 1]! - segment.postStarts[term]! }, (_, i) => i)
  return places.map((i) => {
    const at = segment.postStarts[term]! + i
    const payload = segment.postPayloads[at]!
    return {
      doc: segment.postDocs[at]!,
      fields: TEXT_FIELDS.filter((_, field) => (payload & (1 << field)) !== 0),
      isTail: (payload & (1 << 12)) !== 0,
      inDescription: (payload >> 9) & 7,
      inMetafields: (payload >> 13) & 7,
    }
  })
}

/** Returns words in reading order. A caret marks a word at the position of the word before it. */
function wordsOf(
  { words, fieldStarts, terms }: TextSegment,
  doc: number,
  field: (typeof TEXT_FIELDS)[number],
): string[] {
  const at = doc * TEXT_FIELDS.length + TEXT_FIELDS.indexOf(field)
  return Array.from(
    words.subarray(fieldStarts[at], fieldStarts[at + 1]),
    (word) => ((word & SAME_POSITION) === 0 ? '' : '^') + termAt(terms, (word & ~SAME_POSITION) >>> 0),
  )
}

describe('a segment', () => {
  it('B1: has for each word the products that contain it, in ascending order, and the fields', () => {
    const segment = built(
      { title: 'Oak lamp', tags: ['oak', 'tall'] },
      { title: 'Rug' },
      { vendor: 'Oak', options: ['tall'] },
    )
    expect(postingsOf(segment, 'oak').map(({ doc, fields }) => [doc, ...fields])).toEqual([
      [0, 'title', 'tags'],
      [2, 'vendor'],
    ])
    expect(postingsOf(segment, 'tall').map(({ doc, fields }) => [doc, ...fields])).toEqual([
      [0, 'tags'],
      [2, 'options'],
    ])
    expect(postingsOf(segment, 'door')).toEqual([])
    const fields = segment.termFields[findTerm(segment.terms, 'oak')]!
    expect(TEXT_FIELDS.filter((_, field) => (fields & (1 << field)) !== 0)).toEqual(['title', 'vendor', 'tags'])
  })

  it('B2: counts how often a word is in the description and in the attributes, up to seven', () => {
    const often = (times: number) => Array(times).fill('oak').join(' ')
    const segment = built(
      { title: 'oak oak', description: often(3), metafields: ['oak', 'oak pine'] },
      { description: often(7) },
      { description: often(9), metafields: Array(9).fill('oak') },
    )
    const counts = postingsOf(segment, 'oak').map(({ inDescription, inMetafields }) => [inDescription, inMetafields])
    expect(counts).toEqual([
      [3, 2],
      [7, 0],
      [7, 7],
    ])
    expect(postingsOf(segment, 'oak')[0]!.fields).toEqual(['title', 'metafields', 'description'])
  })

  it('B3: marks words of a title after "for" and similar words, unless they occurred earlier or the title begins with it', () => {
    const tail = (title: string, word: string) => postingsOf(built({ title }), word).map(({ isTail }) => isTail)
    expect([tail('Case for phone', 'phone'), tail('Case for phone', 'case')]).toEqual([[true], [false]])
    expect([tail('Phone case for phone', 'phone'), tail('For phone', 'phone')]).toEqual([[false], [false]])
    expect(tail('Case for phone', 'for')).toEqual([true])
    expect(tail('Set for phone', 'phone')).toEqual([false])
    // A "for" in one title does not affect the next title.
    expect(postingsOf(built({ title: 'Case for rug' }, { title: 'Phone' }), 'phone')[0]!.isTail).toBe(false)
  })

  it('B4: keeps the words of each field in reading order, a joined form at the place of its last part', () => {
    const segment = built({ title: 'WH-1000 in red', skus: ['DK-310'], description: 'one two one' })
    expect(wordsOf(segment, 0, 'title')).toEqual(['wh', '1000', '^wh1000', 'in', 'red'])
    expect(wordsOf(segment, 0, 'skus')).toEqual(['dk', '310', '^dk310', '^dk310'])
    expect(wordsOf(segment, 0, 'description')).toEqual(['one', 'two', 'one'])
    expect(wordsOf(segment, 0, 'vendor')).toEqual([])
  })

  it('B5: splits words at every kind of space', () => {
    const spaces = [' ', '\t', '\n', '\u00a0', '\u3000', '\u2028', '\u2029']
    expect(wordsOf(built({ title: `a${spaces.map((space) => `${space}b`).join('')} ` }), 0, 'title')).toEqual([
      'a',
      ...spaces.map(() => 'b'),
    ])
  })

  it('B6: reads four thousand words of a field, and 48 characters of a part number', () => {
    const description = Array.from({ length: 4005 }, (_, i) => `w${i % 7}x`).join(' ')
    const long = built({ description: Array(4005).fill('oak').join(' ') }, { title: 'rug' }, { tags: ['x'] })
    expect(wordsOf(long, 0, 'description')).toHaveLength(4000)
    expect(wordsOf(built({ description }), 0, 'description')).toHaveLength(4000)
    expect(wordsOf(long, 1, 'title')).toEqual(['rug'])
    const sku = 'q'.repeat(60)
    expect(wordsOf(built({ skus: [sku] }), 0, 'skus')).toEqual(['q'.repeat(48), `^${'q'.repeat(48)}`])
  })

  it('B7: stores the length of titles up to 255 words, and of attributes and descriptions', () => {
    const words = (count: number) => Array(count).fill('oak').join(' ')
    const segment = built(
      { title: words(3), description: words(300), metafields: [words(2), words(5)] },
      { title: words(300) },
    )
    expect([...segment.titleLengths]).toEqual([3, 255])
    expect([...segment.descriptionLengths, ...segment.metafieldLengths]).toEqual([300, 0, 7, 0])
  })
})

describe('the words of a segment', () => {
  const segment = built({ title: 'shoes shoe lamps rug WH-1000 ab', skus: ['zyxw'], description: 'carpets rug' })

  it('B10: are grouped by stem; a word that is its own stem and alone is not, nor one with digits', () => {
    const { stems, stemStarts, stemTerms, terms } = segment
    const groups = Array.from({ length: stemStarts.length - 1 }, (_, stem) => [
      termAt(stems, stem),
      ...Array.from(stemTerms.subarray(stemStarts[stem], stemStarts[stem + 1]), (term) => termAt(terms, term)),
    ])
    expect(groups).toEqual([
      ['carpet', 'carpets'],
      ['lamp', 'lamps'],
      ['shoe', 'shoe', 'shoes'],
    ])
  })

  it('B11: from three letters on are sorted by their letters read backwards, without part numbers and digits', () => {
    expect(Array.from(segment.backwards, (term) => termAt(segment.terms, term))).toEqual([
      'shoe',
      'rug',
      'shoes',
      'lamps',
      'carpets',
    ])
  })
})

describe('length normalization of a segment', () => {
  it('B8: favors fields shorter than the average of all segments, which is rounded to a quarter of a word', () => {
    const words = (count: number) => Array(count).fill('oak').join(' ')
    const segments = [
      built({ title: words(2), description: words(90) }, { title: words(3), description: words(30) }),
      built({ title: words(5), metafields: [words(48)] }),
    ]
    const { titleNorm, metafieldNorm, descriptionNorm } = lengthNorms(textIndex(segments, 'en'))
    // Averages over the three products: titles 10 / 3, rounded to 3.25; descriptions 120 / 3; attributes 48 / 3.
    const norm = (strength: number, length: number, average: number) =>
      1 / (1 - strength + (strength * length) / average)
    expect([2, 3, 5, 255].map((length) => titleNorm[length])).toEqual(
      [2, 3, 5, 255].map((length) => expect.closeTo(norm(0.5, length + 0.5, 3.25), 5)),
    )
    // The table has one entry for every eight words.
    expect([0, 4, 11].map((step) => descriptionNorm[step])).toEqual(
      [0, 4, 11].map((step) => expect.closeTo(norm(0.7, 8 * (step + 0.5), 40), 5)),
    )
    expect(metafieldNorm[6]).toBeCloseTo(norm(0.92, 8 * 6.5, 16), 5)
    expect([titleNorm.length, descriptionNorm.length, metafieldNorm.length]).toEqual([256, 8192, 8192])
  })

  it('B9: is that of one step if fields are empty', () => {
    const { titleNorm, descriptionNorm } = lengthNorms(textIndex([built({ vendor: 'oak' })], 'en'))
    expect(titleNorm[0]).toBeCloseTo(1 / (1 - 0.5 + 0.5 * 0.5), 5)
    expect(descriptionNorm[0]).toBeCloseTo(1 / (1 - 0.7 + 0.7 * 0.5), 5)
    expect(lengthNorms(textIndex([], 'en')).titleNorm[0]).toBeCloseTo(1 / (1 - 0.5 + 0.5 * 0.5), 5)
  })
})
