import { describe, expect, it } from 'vitest'
import { analyzerFor } from './analysis/analyzer.ts'
import type { TextAnswer } from './search-text.ts'
import { sampleDoc } from './testing/sample-docs.ts'
import { searchSegments } from './testing/search-segments.ts'
import type { TextDoc } from './text-doc.ts'
import { buildTextSegment } from './text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from './text-settings.ts'

const enough = 10

function find(docs: readonly Partial<TextDoc>[], text: string, settings = DEFAULT_TEXT_SETTINGS): TextAnswer {
  const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))
  return searchSegments([segment], {
    text,
    locale: 'en',
    prefixLast: false,
    settings,
    limit: 200,
  })
}

function many<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}

const soaps = (count: number) => many(count, (i) => ({ title: `Soap number ${i}` }))
const towels = many(30, (i) => ({ title: `Towel number ${i}`, description: 'Soft after every wash with soap.' }))
const towelRails = many(300, (i) => ({ title: `Rail number ${i}` }))
const rails = many(300, () => ({ title: 'Rail' }))
const brushes = many(40, (i) => ({ title: `Brush number ${i}` }))

describe('what is found', () => {
  it('is what names the word, where that is enough: a mention in a description is no more than that', () => {
    expect(find([...soaps(enough), ...towels, ...brushes], 'soap').count).toBe(enough)
  })

  it('includes mentions in descriptions where too few name the word, behind those that do', () => {
    const { count, docs } = find([...soaps(enough - 1), ...towels, ...brushes], 'soap')
    expect(count).toBe(enough - 1 + towels.length)
    expect(Array.from(docs.subarray(0, enough - 1)).every((doc) => doc < enough - 1)).toBe(true)
  })

  it('leaves out mentions where every word was corrected and a product names them: they would be a guess upon a guess', () => {
    const bottles = many(5, (i) => ({ title: `Blue bottle ${i}`, description: 'Goes into a sterilizer.' }))
    const shop = [{ title: 'Blue sterilizer' }, ...bottles, ...brushes]
    expect(find(shop, 'sterilizer').count).toBe(6)
    expect(find(shop, 'sterilizzer').count).toBe(1)
    expect(find(shop, 'blue sterilizzer').count).toBe(6)
  })

  it('has the kind asked for where the shop sells it, first and however much of the shop it is, though other words are rarer', () => {
    const chairs = many(25, (i) => ({ title: `Model ${i} chair` }))
    const shop = [{ title: 'Low table', description: 'A rattan top.' }, ...chairs, ...soaps(15)]
    for (const text of ['rattan chair', 'office chair']) {
      const { docs, relaxed } = find(shop, text)
      expect({ text, relaxed, chairs: docs.filter((doc) => doc >= 1 && doc <= 25).length }).toEqual({
        text,
        relaxed: true,
        chairs: 25,
      })
      expect(docs[0]).toBeGreaterThan(0)
    }
    expect(find(shop, 'rattan carpet').docs.length).toBeLessThan(2)
  })

  it('has no common word for its own sake, where that word is no kind of thing', () => {
    const shop = [{ title: 'Rattan stool' }, ...soaps(30), ...brushes]
    expect(Array.from(find(shop, 'rattan number').docs)).toEqual([0])
  })

  it('puts a product that types and titles call otherwise behind, whatever its tags say', () => {
    const pots = many(12, (i) => ({ title: `Plant ${i}`, productType: 'Clay pot', description: 'A round pot.' }))
    const tray = { title: 'Round tray', productType: 'Clay tray', tags: ['pot tray'] }
    const { docs } = find([tray, ...pots, ...brushes], 'round pot')
    expect(docs.at(-1)).toBe(0)
    expect(docs.length).toBe(13)
  })

  it('leaves out what only mentions a word and lacks another, where others name one', () => {
    const perfume = { title: 'Perfume', description: 'The scent of the mountain.' }
    const bicycles = many(12, (i) => ({ title: `Bicycle number ${i}` }))
    const { docs, relaxed } = find([perfume, ...bicycles, ...towelRails], 'mountain bicycle')
    expect({ relaxed, docs: docs.length, hasPerfume: docs.includes(0) }).toEqual({
      relaxed: true,
      docs: bicycles.length,
      hasPerfume: false,
    })
    expect(find([perfume, ...towelRails], 'mountain bicycle').count).toBe(0)
    const both = { title: 'Map', description: 'Every mountain by bicycle.' }
    expect(find([both, ...bicycles, ...towelRails], 'mountain bicycle').docs[0]).toBe(0)
  })

  it('leaves out what has only a size or a measure of the query, or that and one mention: a size is no thing', () => {
    const mugs = many(5, () => ({ title: 'Mug', options: ['9'] }))
    const mentions = many(5, () => ({ title: 'Bag', options: ['9'], description: 'Holds a pair of boots.' }))
    const pans = many(5, () => ({ title: 'Pan', description: '12 inch wide.' }))
    const shop = [...mugs, ...pans, ...rails]
    expect(find(shop, 'boots size 9').count).toBe(0)
    expect(find(shop, '12 inch boots').count).toBe(0)
    expect(find([...shop, ...mentions], 'leather boots size 9').count).toBe(0)
    const wide = { title: 'Bag', description: '12 inch wide, holds a pair of boots.' }
    expect(find([...shop, wide], '12 inch leather boots').count).toBe(0)
    expect(find([...shop, { title: 'Boots' }], 'leather boots size 9').count).toBe(1)
    const belt = { title: 'Leather belt', options: ['9'] }
    const lined = { title: 'Bag', options: ['9'], description: 'Lined with leather.' }
    expect(Array.from(find([belt, lined, ...rails], 'leather boots size 9').docs)).toEqual([0])
    const withBoots = find([belt, lined, { title: 'Boots' }, ...rails], 'leather boots size 9')
    expect(Array.from(withBoots.docs).sort()).toEqual([0, 2])
    // Other numbers name things, and sizes are looked for where there is nothing else.
    expect(find([...shop, { title: 'Halo 4' }], 'boots 4').count).toBe(1)
    expect(find(shop, 'size 9').count).toBe(mugs.length)
  })

  it('leaves out what has a number of the query only as an attribute or in its description: there it is an amount', () => {
    const glasses = { title: 'Sunglasses', metafields: ['15'], description: 'With a case, 15 mm thick.' }
    const cases = [{ title: 'Slim cover', options: ['Phone 15'] }, { title: 'Fits the 15' }]
    expect(find([glasses, ...rails], 'phone 15 case').count).toBe(0)
    expect(Array.from(find([glasses, ...cases, ...rails], 'phone 15 case').docs).sort()).toEqual([1, 2])
    // Beside another word that the product names it counts, and where there is nothing else.
    expect(find([{ ...glasses, title: 'Phone stand' }, ...rails], 'phone 15 case').count).toBe(1)
    expect(find([glasses, ...rails], '15').count).toBe(1)
    expect(find([glasses, ...rails], '15 20').count).toBe(1)
    expect(find([glasses, ...rails], '15 case').count).toBe(1)
  })

  it('has what names a word, though enough have the size beside it, which is rarer', () => {
    const cushions = many(200, () => ({ title: 'Cushion' }))
    const mugs = many(60, () => ({ title: 'Mug', options: ['9'] }))
    const { docs, count } = find([...cushions, ...mugs, ...rails], 'cushion size 9')
    expect({ count, first: docs[0]! < cushions.length }).toEqual({ count: cushions.length, first: true })
  })

  it('puts first what titles call by the word that names the thing, however rare the other words are', () => {
    const coats = many(12, (i) => ({ title: i < 2 ? 'Coat Rack' : `Model ${i} Wool Coat` }))
    const tees = [{ title: 'Long Sleeve Tee' }]
    const first = (docs: readonly Partial<TextDoc>[]) => find([...docs, ...towelRails], 'long coat').docs[0]!
    expect(first([...coats, ...tees])).toBeLessThan(coats.length)
    // Where titles do not end with the word, it is not known to be a thing.
    const racks = many(coats.length, (i) => ({ title: `Coat Rack ${i}` }))
    expect(first([...racks, ...tees])).toBe(racks.length)
    // Half of the titles are enough, or half of the product types.
    const ofTitles = (heads: number) => [...coats.slice(12 - heads), ...racks.slice(heads), ...tees]
    expect([first(ofTitles(6)) < 12, first(ofTitles(5))]).toEqual([true, 12])
    const ofTypes = (typed: number) => [
      ...many(60, (i) => ({ title: `Coat Peg ${i}`, productType: i < typed ? 'Coat' : 'Pegs' })),
      ...tees,
    ]
    expect([first(ofTypes(30)) < 60, first(ofTypes(29))]).toEqual([true, 60])
  })

  it('has the kind of thing that is asked for first, where what holds every word only mentions it', () => {
    const tables = many(12, () => ({ title: 'Coffee Table', description: 'Room for a cup.' }))
    const cups = many(5, (i) => ({ title: `Model ${i} Cup` }))
    const { docs, count, relaxed } = find([...tables, ...cups, ...rails], 'coffee cup')
    expect({ count, relaxed }).toEqual({ count: tables.length + cups.length, relaxed: true })
    expect(Array.from(docs.subarray(0, cups.length)).every((doc) => doc >= tables.length)).toBe(true)
    // Where one that holds every word is called so, it is the first; where no such things are sold, the others are the answer.
    const big = { title: 'Big Cup', description: 'For coffee.' }
    const withBig = find([...tables, big, ...cups, ...rails], 'coffee cup')
    expect(withBig).toMatchObject({ count: 13, relaxed: false })
    expect(withBig.docs[0]).toBe(tables.length)
    const racks = many(5, () => ({ title: 'Cup Rack' }))
    expect(find([...tables, ...racks, ...rails], 'coffee cup')).toMatchObject({ count: 12, relaxed: false })
  })

  it('has only what is called by another word, where the shop lacks the thing, and not what is filed under it', () => {
    const tagged = many(30, () => ({
      title: 'Bowl',
      tags: ['kitchen'],
      collections: ['Kitchen'],
      metafields: ['kitchen'],
    }))
    const clocks = [{ title: 'Kitchen clock' }, { title: 'Alarm clock', productType: 'Kitchen clocks' }]
    const shop = [...tagged, ...clocks, ...rails]
    expect(Array.from(find(shop, 'kitchen knife').docs).sort()).toEqual([30, 31])
    expect(find(shop, 'kitchen').count).toBe(32)
    expect(find([...tagged, ...rails], 'kitchen knife').count).toBe(30)
    expect(find([...shop, { title: 'Bread knife' }], 'kitchen knife').count).toBeGreaterThan(3)
    const maker = many(3, () => ({ title: 'Bowl', vendor: 'Arden' }))
    const about = many(3, () => ({ title: 'Plate', tags: ['arden'] }))
    expect(find([...maker, ...about, ...rails], 'arden knife').count).toBe(3)
    // A word of a vendor's name is not the vendor.
    const makers = maker.map((doc) => ({ ...doc, vendor: 'Arden and Sons' }))
    expect(find([...makers, ...about, ...rails], 'arden knife').count).toBe(3)
    expect(find([...makers, ...about, ...rails], 'arden knife').docs.every((doc) => doc >= 3)).toBe(true)
  })

  it('counts tags, types, vendors, options and collections as naming', () => {
    const named: Partial<TextDoc>[] = many(
      enough,
      (i) =>
        [
          { tags: ['soap'] },
          { productType: 'Soap' },
          { vendor: 'Soap' },
          { options: ['soap'] },
          { collections: ['Soap'] },
        ].at(i % 5)!,
    )
    expect(find([...named, ...towels, ...brushes], 'soap').count).toBe(enough)
  })

  it('takes an attribute for true of the product, but not for its name', () => {
    const cups = many(12, (i) => ({ title: `Cup number ${i}`, metafields: ['glass'] }))
    const others = many(12, (i) => ({ title: `Plate number ${i}`, metafields: ['cup'] }))
    const mentions = many(12, (i) => ({ title: `Cup holder ${i}`, description: 'not made of glass' }))
    // Every glass cup, though "glass" stands in an attribute; no plate, though "cup" does.
    expect(find([...cups, ...others, ...mentions, ...brushes], 'glass cup').count).toBe(cups.length)
    expect(find([...cups, ...others, ...brushes], 'cup').count).toBe(cups.length)
  })

  it('has nothing of a field that the merchant weighs with 0', () => {
    const without = (field: keyof typeof DEFAULT_TEXT_SETTINGS.weights) => ({
      ...DEFAULT_TEXT_SETTINGS,
      weights: { ...DEFAULT_TEXT_SETTINGS.weights, [field]: 0 },
    })
    const docs = [{ title: 'Lamp', metafields: ['zinc'] }, { title: 'Pot', description: 'of zinc' }, ...brushes]
    expect(find(docs, 'zinc').count).toBe(2)
    expect(Array.from(find(docs, 'zinc', without('metafields')).docs)).toEqual([1])
    expect(Array.from(find(docs, 'zinc', without('description')).docs)).toEqual([0])
  })

  it('lacks words of the query only where too little has all of them, and says so', () => {
    const both = many(25, (i) => ({ title: `Blue soap ${i}` }))
    const { count, relaxed } = find([...both, ...soaps(30), ...brushes], 'blue soap')
    expect({ count, relaxed }).toEqual({ count: both.length, relaxed: false })
    const less = find([...both.slice(0, 3), ...soaps(7), ...towelRails], 'blue soap')
    expect(less.relaxed).toBe(true)
    expect(Array.from(less.docs.subarray(0, 3)).sort()).toEqual([0, 1, 2])
  })

  it('needs fewer complete matches in a small shop: a fiftieth of its products is enough', () => {
    const both = many(2, (i) => ({ title: `Blue soap ${i}` }))
    const shop = (rails: number) => [...both, ...soaps(8), ...towelRails.slice(0, rails)]
    expect(find(shop(90), 'blue soap')).toMatchObject({ count: 2, relaxed: false })
    expect(find(shop(91), 'blue soap').relaxed).toBe(true)
  })

  it('has others only to fill the first page, where some name every word; in a larger shop up to a hundredth of it', () => {
    const both = many(3, (i) => ({ title: `Blue soap ${i}` }))
    const blue = many(7, (i) => ({ title: `Blue brush ${i}` }))
    const docs = (rails: number) => [...both, ...blue, ...soaps(30), ...many(rails, (i) => ({ title: `Rail ${i}` }))]
    expect(find(docs(300), 'blue soap').count).toBe(10)
    expect(find(docs(2000), 'blue soap').count).toBe(40)
    // A mention is not enough to stand for the rest.
    const mention = { title: 'Towel', description: 'Wash with blue soap' }
    expect(find([mention, ...blue, ...soaps(30), ...towelRails], 'blue soap').count).toBe(38)
  })

  it('has those behind what names every word, however common the word is that they lack', () => {
    const mens = many(3, () => ({ title: 'Boot', productType: 'Mens boots', tags: ['boot'] }))
    const womens = { title: 'Knee high leather boot in black', tags: ['women'] }
    const others = many(200, () => ({ title: 'Dress', tags: ['women'] }))
    const { docs, count } = find([...mens, womens, ...others, ...brushes], 'women boot')
    expect({ first: docs[0], count }).toEqual({ first: 3, count: 4 })
  })

  it('has no others beside what names every word where they are common in the shop', () => {
    const both = many(3, (i) => ({ title: `Blue soap ${i}` }))
    const docs = (soapCount: number, rails: number) => [...both, ...soaps(soapCount), ...towelRails.slice(0, rails)]
    expect(find(docs(12, 285), 'blue soap').count).toBe(15)
    expect(find(docs(13, 284), 'blue soap')).toMatchObject({ count: 3, relaxed: false })
    // The rarer word's products join all the same.
    const blue = many(4, (i) => ({ title: `Blue brush ${i}` }))
    expect(find([...docs(40, 300), ...blue], 'blue soap').count).toBe(7)
  })

  it('is not half the shop for its commonest word, where a rarer one finds enough', () => {
    const docs = [
      ...many(25, (i) => ({ title: `Lavender sachet ${i}` })),
      ...many(60, (i) => ({ title: `Big sachet ${i}` })),
    ]
    expect(find(docs, 'lavender sachet wanted').count).toBe(25)
  })
})

it('takes in no weaker combination of words once the better ones bring 20 products, in a larger shop a tenth of it', () => {
  // A sixth of the products each has all words but the last, all but the first and the last, and so on.
  const words = 'aster birch cedar daisy elder fern'.split(' ')
  const shop = (size: number) => many(size, (i) => ({ title: `${words.slice(i % 6).join(' ')} lot${i}` }))
  const asked = `${words.join(' ')} zinnia`
  expect(find(shop(60), asked).count).toBe(20)
  expect(find(shop(240), asked).count).toBe(40)
})
