import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor, LANGUAGES } from './analysis/analyzer.ts'
import { searchSegments, type SegmentsQuery } from './testing/search-segments.ts'
import { sampleDoc } from './testing/sample-docs.ts'
import type { TextDoc } from './text-doc.ts'
import type { TextAnswer } from './search-text.ts'
import { MATCH_CLASS } from './text-query.ts'
import { buildTextSegment } from './text-segment.ts'
import { DEFAULT_TEXT_SETTINGS, type TextSettings } from './text-settings.ts'

const shop: Partial<TextDoc>[] = [
  { title: 'Red leather handbag', productType: 'Bags', vendor: 'Milano', options: ['Red'], price: 80 },
  { title: 'Paper bags with handles', productType: 'Bags', description: 'brown bags, sturdy handles' },
  { title: 'Paper bags', productType: 'Bags', description: 'brown bags without handles' },
  { title: 'Fire TV Stick', productType: 'Streaming' },
  { title: 'Fire stick for camping', productType: 'Camping' },
  { title: 'Kyocera DK-310 drum', skus: ['DK-310'] },
  { title: 'Kyocera DK-315 drum', skus: ['DK-315'] },
  { title: 'e-cloth window cloth', vendor: 'E-Cloth' },
  { title: 'Running shoes for women', productType: 'Shoes', price: 45 },
  { title: 'Running shoe', productType: 'Shoes', price: 120 },
  { title: 'Trainers', productType: 'Shoes' },
  { title: 'Wooden television table', productType: 'Furniture' },
]
const segment = buildTextSegment(shop.map(sampleDoc), analyzerFor('en'))
const strict: TextSettings = { ...DEFAULT_TEXT_SETTINGS, relaxBelow: 0 }

function match(text: string, more: Partial<SegmentsQuery> = {}): TextAnswer {
  return searchSegments([segment], { text, locale: 'en', prefixLast: false, settings: strict, limit: 20, ...more })
}

function titles(text: string, more: Partial<SegmentsQuery> = {}): string[] {
  return Array.from(match(text, more).docs, (doc) => shop[doc].title!)
}

describe('matchText', () => {
  it('finds inflected words and ranks the typed form first', () => {
    expect(titles('running shoe')).toEqual(['Running shoe', 'Running shoes for women'])
  })

  it('finds half-typed last words only while typing', () => {
    expect(titles('leather handb')).toEqual([])
    expect(titles('leather handb', { prefixLast: true })).toEqual(['Red leather handbag'])
  })

  it('corrects typos and says so', () => {
    const found = match('runing shoes')
    expect(found.corrected).toBe('running shoes')
    expect(found.count).toBe(2)
    expect(found.classes[0]).toBe(MATCH_CLASS.nearWords)
    expect(match('lether handbga').corrected).toBe('leather handbag')
  })

  it('corrects a misspelt plural of a word that the shop has only in the singular', () => {
    const vans = buildTextSegment([sampleDoc({ title: 'Camper van' }), sampleDoc({ title: 'Lamp' })], analyzerFor('en'))
    const query = { locale: 'en', prefixLast: false, settings: strict, limit: 5 }
    expect(Array.from(searchSegments([vans], { ...query, text: 'dvans' }).docs)).toEqual([0])
  })

  it('corrects what is still being typed', () => {
    expect(titles('red lether handb', { prefixLast: true })).toEqual(['Red leather handbag'])
    expect(titles('televsi', { prefixLast: true })).toEqual(['Wooden television table'])
  })

  it('takes a last letter left out for likelier than one in the middle', () => {
    const colors = buildTextSegment([sampleDoc({ title: 'Bleu blue jug' })], analyzerFor('en'))
    const query = { text: 'blu jug', locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: 10 }
    expect(searchSegments([colors], query).corrected).toBe('blue jug')
  })

  it('can be told not to correct', () => {
    expect(match('runing', { settings: { ...strict, typos: false } }).count).toBe(0)
  })

  it('tells part numbers apart by what is written after a slash, though it is a stop word', () => {
    const parts = buildTextSegment(
      [
        sampleDoc({ title: 'Media converter AT-SPLX10' }),
        sampleDoc({ title: 'Media converter for racks AT-SPLX10/I' }),
      ],
      analyzerFor('en'),
    )
    const query = { text: 'at-splx10/i', locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: 10 }
    expect(searchSegments([parts], query).docs[0]).toBe(1)
  })

  it('never answers another part number', () => {
    expect(titles('DK-310')).toEqual(['Kyocera DK-310 drum'])
    expect(titles('dk310')).toEqual(['Kyocera DK-310 drum'])
    expect(titles('dk 310')[0]).toBe('Kyocera DK-310 drum')
    expect(titles('dk-311')).toEqual([])
    expect(match('DK-310').classes[0]).toBe(MATCH_CLASS.identifier)
  })

  it('joins and splits words', () => {
    expect(titles('firestick')).toContain('Fire stick for camping')
    expect(titles('ecloth')).toEqual(['e-cloth window cloth'])
    expect(titles('e cloth')).toEqual(['e-cloth window cloth'])
    expect(titles('hand bag red')).toEqual(['Red leather handbag'])
  })

  it('demotes what is excluded', () => {
    const found = match('paper bags without handles')
    expect(Array.from(found.docs, (doc) => shop[doc].title)).toEqual(['Paper bags', 'Paper bags with handles'])
    expect(found.entities.excluded).toEqual(['handles'])
    expect(found.classes[1]).toBe(MATCH_CLASS.excluded)
    expect(titles('bags -leather').at(-1)).not.toBe('')
    expect(match('paper -handles').entities.excluded).toEqual(['handles'])
  })

  it('reads prices and prefers what costs so much', () => {
    const found = match('running shoes under $50')
    expect(found.entities.price).toEqual({ min: null, max: 50 })
    expect(shop[found.docs[0]].price).toBe(45)
    expect(shop[match('running shoes over 100').docs[0]].price).toBe(120)
    expect(match('shoes between 20 and 60 euros').entities.price).toEqual({ min: 20, max: 60 })
  })

  it('understands colors, types and vendors', () => {
    const { entities } = match('red milano bags')
    expect(entities).toMatchObject({ colors: ['red'], vendors: ['milano'], productTypes: ['bags'] })
  })

  it('understands sizes that are said to be, and both ways to write one', () => {
    const docs = [
      { title: 'Runner', productType: 'Shoes', options: ['Red', '10', 'XXL'] },
      { title: 'Walker', productType: 'Shoes', options: ['Blue', '9', 'S'] },
    ]
    const sized = buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))
    const search = (text: string) =>
      searchSegments([sized], { text, locale: 'en', prefixLast: false, settings: strict, limit: 9 })
    expect([...search('shoes size 10').docs]).toEqual([0])
    expect(search('shoes size 10').entities.sizes).toEqual(['10'])
    expect([...search('2xl shoes').docs]).toEqual([0])
  })

  it('understands colors as they agree with what they describe', () => {
    const german = buildTextSegment([sampleDoc({ title: 'Schuhe', options: ['Rot'] })], analyzerFor('de'))
    const query = { text: 'rote schuhe', locale: 'de', prefixLast: false, settings: strict, limit: 9 }
    expect(searchSegments([german], query).entities.colors).toEqual(['rote'])
  })

  it('follows synonyms one way, two ways, of several words and while typing', () => {
    const settings: TextSettings = {
      ...strict,
      synonyms: [
        ['running shoes', 'trainers'],
        { from: 'purse', to: ['handbag'] },
        { from: 'tv stand', to: ['television tables'] },
      ],
    }
    expect(titles('trainers', { settings })).toEqual(expect.arrayContaining(['Trainers', 'Running shoes for women']))
    expect(titles('running shoes', { settings })).toContain('Trainers')
    expect(titles('purse', { settings })).toEqual(['Red leather handbag'])
    expect(titles('handbag', { settings })).toEqual(['Red leather handbag'])
    expect(titles('tv stand', { settings })).toEqual(['Wooden television table'])
    expect(titles('pur', { settings, prefixLast: true })).toEqual(['Red leather handbag'])
    expect(titles('tv sta', { settings, prefixLast: true })).toContain('Wooden television table')
    expect(titles('running sho', { settings, prefixLast: true })).toContain('Trainers')
  })

  it('puts what is being typed before its synonyms', () => {
    const settings = { ...strict, synonyms: [['handbag', 'trainers']] }
    expect(titles('handb', { settings, prefixLast: true })).toEqual(['Red leather handbag', 'Trainers'])
  })

  it('follows the synonyms of a word that was misspelt, also of one that no product has', () => {
    const settings = {
      ...strict,
      synonyms: [
        ['sneakers', 'trainers'],
        ['handbag', 'kyocera'],
      ],
    }
    expect(titles('snaekers', { settings })).toEqual(['Trainers'])
    expect(match('snaekers', { settings }).corrected).toBe('sneakers')
    expect(titles('hanbdag', { settings })).toContain('Kyocera DK-310 drum')
  })

  it('relaxes only when too little is found, and says so', () => {
    const settings = { ...strict, relaxBelow: 2 }
    const found = match('kyocera handbag', { settings })
    expect([found.relaxed, found.count]).toEqual([true, 3])
    expect(found.classes.every((each) => each === MATCH_CLASS.someWords)).toBe(true)
    expect(match('running shoes', { settings }).relaxed).toBe(false)
    expect(match('kyocera handbag').relaxed).toBe(false)
  })

  it('ignores stop words, unless there is nothing else', () => {
    expect(titles('the shoes for the women')).toEqual(['Running shoes for women'])
    expect(match('for').count).toBe(2)
  })

  it('breaks ties by product number', () => {
    const equals = buildTextSegment(
      [sampleDoc({ title: 'mug' }), sampleDoc({ title: 'mug' }), sampleDoc({ title: 'mug' })],
      analyzerFor('en'),
    )
    const query = { text: 'mug', locale: 'en', prefixLast: false, settings: strict, limit: 3 }
    expect([...searchSegments([equals], { ...query, ids: [Float64Array.of(30, 10, 20)] }).docs]).toEqual([1, 2, 0])
  })

  it('finds compounds by their parts', () => {
    const docs = [
      sampleDoc({ title: 'Wanderschuhe' }),
      sampleDoc({ title: 'Schuhe' }),
      sampleDoc({ title: 'Wander Rucksack' }),
    ]
    const german = buildTextSegment(docs, analyzerFor('de'))
    const found = searchSegments([german], {
      text: 'schuhe',
      locale: 'de',
      prefixLast: false,
      settings: strict,
      limit: 9,
    })
    expect([...found.docs]).toEqual([1, 0])
    const search = (text: string) => [
      ...searchSegments([german], { text, locale: 'de', prefixLast: false, settings: strict, limit: 9 }).docs,
    ]
    expect(search('rucksackschuhe')).toEqual([1, 0])
    expect(search('ruecksack')).toEqual([2])
  })

  it('suggests a commoner word when little is found', () => {
    const docs = Array.from({ length: 30 }, () => sampleDoc({ title: 'table lamp' })).concat(
      sampleDoc({ title: 'lamq' }),
    )
    const many = buildTextSegment(docs, analyzerFor('en'))
    const query = { text: 'lamq', locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: 9 }
    expect(searchSegments([many], query).didYouMean).toBe('lamp')
    expect(searchSegments([many], { ...query, text: 'lamps' }).didYouMean).toBe(null)
  })

  it('suggests the nearest word for an unknown one where it must not correct it', () => {
    const segment = buildTextSegment([sampleDoc({ title: 'table lamp' })], analyzerFor('en'))
    const query = { text: 'table lmap', locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: 9 }
    const corrected = searchSegments([segment], query)
    expect([corrected.corrected, corrected.didYouMean]).toEqual(['table lamp', null])
    const left = searchSegments([segment], { ...query, settings: { ...DEFAULT_TEXT_SETTINGS, typos: false } })
    expect([left.corrected, left.didYouMean]).toEqual([null, 'table lamp'])
    const far = buildTextSegment([sampleDoc({ title: 'chandelier' })], analyzerFor('en'))
    const settings = { ...DEFAULT_TEXT_SETTINGS, typos: false }
    expect(searchSegments([far], { ...query, settings, text: 'chandaleer' }).didYouMean).toBe('chandelier')
    expect(searchSegments([far], { ...query, settings, text: 'sofa' }).didYouMean).toBe(null)
  })
})

describe('a doc in a segment of its own', () => {
  it('is scored as it would be among the others', () => {
    const docs = Array.from({ length: 40 }, (_, i) =>
      sampleDoc({ title: `blue lamp model ${i % 7}`, productType: 'Lamps', description: 'a lamp' }),
    )
    const whole = buildTextSegment(docs, analyzerFor('en'))
    const parts = [
      buildTextSegment(docs.slice(0, 39), analyzerFor('en')),
      buildTextSegment(docs.slice(39), analyzerFor('en')),
    ]
    const query = { text: 'blue lamp', locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: 40 }
    const [one, two] = [searchSegments([whole], query), searchSegments(parts, query)]
    const scoreOf = (found: TextAnswer, doc: number) => found.scores[found.docs.indexOf(doc)]
    expect(scoreOf(two, 39)).toBeCloseTo(scoreOf(one, 39), 1)
    expect(two.count).toBe(one.count)
  })
})

const word = fc.constantFrom('red', 'blue', 'shoe', 'shoes', 'bag', 'leather', 'xk900')
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

describe('the docs that match', () => {
  it('are those that hold every word, over any split into segments and any filter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(phrase, { maxLength: 8 }), { minLength: 1, maxLength: 3 }),
        phrase,
        fc.infiniteStream(fc.boolean()),
        (parts, text, flags) => {
          const { stem } = analyzerFor('en')
          const segments = parts.map((rows) =>
            buildTextSegment(
              rows.map((title) => sampleDoc({ title })),
              analyzerFor('en'),
            ),
          )
          const passes = parts.map((rows) => rows.map(() => flags.next().value === true))
          const visible = passes.map((row) =>
            Uint32Array.of(row.reduce((bits, flag, i) => bits | (flag ? 1 << i : 0), 0)),
          )
          const settings = { ...strict, typos: false }
          const found = searchSegments(segments, {
            text,
            locale: 'en',
            prefixLast: false,
            settings,
            limit: 99,
            visible,
          })
          const wanted = text.split(' ').map(stem)
          const expected = parts
            .flat()
            .flatMap((title, doc) =>
              passes.flat()[doc] && wanted.every((each) => title.split(' ').map(stem).includes(each)) ? [doc] : [],
            )
          expect([...found.docs].sort((a, b) => a - b)).toEqual(expected)
          expect(found.count).toBe(expected.length)
          expect(bitsOf(found.matched!, parts)).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })
})

function bitsOf(matched: readonly Uint32Array[], parts: readonly string[][]): number[] {
  let base = 0
  return parts.flatMap((rows, s) => {
    const docs = rows.flatMap((_, local) =>
      (matched[s][local >>> 5] & (1 << (local & 31))) !== 0 ? [base + local] : [],
    )
    base += rows.length
    return docs
  })
}

describe('bad input', () => {
  const bad = [
    '',
    '   ',
    '-',
    '- -',
    '\u0000\u0007\u001b',
    '\ud800 \udfff red',
    '.*+?^${}()|[]\\ shoes',
    '<script>alert(1)</script>',
    '"""\'\'\'',
    'under $',
    'without',
    '-leather',
    '😀👟',
    'a'.repeat(10_000),
    'shoe '.repeat(2_000),
    `${'x-'.repeat(3_000)}1`,
    '1/2/3/4/5/6/7/8/9/10/11/12',
    'ﷺ'.repeat(500),
  ]

  it('never throws', () => {
    for (const text of bad)
      for (const prefixLast of [false, true]) expect(match(text, { prefixLast }).count).toBeGreaterThanOrEqual(0)
  })

  it('never throws whatever is typed, in any language', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom(...LANGUAGES, 'xx', ''),
        fc.boolean(),
        (text, locale, prefixLast) => {
          const found = match(text, { locale, prefixLast, settings: DEFAULT_TEXT_SETTINGS })
          expect(found.docs.length).toBe(Math.min(20, found.count))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('finds nothing in an empty index', () => {
    expect(searchSegments([], { text: 'red', locale: 'en', prefixLast: true, settings: strict, limit: 5 }).count).toBe(
      0,
    )
    const empty = buildTextSegment([], analyzerFor('en'))
    expect(
      searchSegments([empty], {
        text: 'red shoes',
        locale: 'en',
        prefixLast: true,
        settings: DEFAULT_TEXT_SETTINGS,
        limit: 5,
      }).count,
    ).toBe(0)
  })
})
