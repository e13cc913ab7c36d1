import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { prepareTextQuery } from '../prepare-query.ts'
import { searchSegments } from '../testing/search-segments.ts'
import { RANKING } from '../ranking-constants.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import type { TextDoc } from '../text-doc.ts'
import { MATCH_CLASS } from '../text-query.ts'
import type { TextAnswer } from '../search-text.ts'
import { textIndex } from '../text-index.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'
import { AccessoryDetector } from './accessory-demotion.ts'
import { TermMatcher } from './proximity.ts'

const colors = ['black', 'white', 'grey', 'green', 'pink', 'brown']
const pads = colors.map((color) => ({ title: `Gaming mouse pad ${color}` }))
const mice = colors.map((color) => ({ title: `Gaming laser light optical mouse ${color}` }))
const pens = colors.map((color) => ({ title: `Fountain pen ${color}` }))

function matchIn(
  parts: readonly (readonly Partial<TextDoc>[])[],
  text: string,
  { limit = 20, locale = 'en' } = {},
): TextAnswer {
  const segments = parts.map((docs) => buildTextSegment(docs.map(sampleDoc), analyzerFor(locale)))
  return searchSegments(segments, { text, locale, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit })
}

function titlesIn(
  parts: readonly (readonly Partial<TextDoc>[])[],
  text: string,
  locale = 'en',
): (string | undefined)[] {
  const docs = parts.flat()
  return Array.from(matchIn(parts, text, { locale }).docs, (doc) => docs[doc].title)
}

/** What the title of the first product names, for the last word of a query. */
function namedFirst(titles: readonly string[], text = 'lamp'): string {
  const index = textIndex(
    [
      buildTextSegment(
        titles.map((title) => sampleDoc({ title })),
        analyzerFor('en'),
      ),
    ],
    'en',
  )
  const { terms } = prepareTextQuery(index, { text, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS })
  const matcher = new TermMatcher(terms.map(({ postings }) => postings[0]!))
  return new AccessoryDetector(index.views, [matcher], terms.length - 1, index.analyzer).named(0, 0)
}

describe('a thing that is only named after the one asked for', () => {
  it('A1: comes after the thing itself, as the shop’s titles tell', () => {
    const found = titlesIn([[...pads, ...mice, ...pens]], 'gaming mouse')
    expect(found.slice(0, 6).sort()).toEqual(mice.map(({ title }) => title).sort())
    expect(found.slice(6).sort()).toEqual(pads.map(({ title }) => title).sort())
  })

  it('A2: comes first where the shop has nothing nearer', () => {
    const coasters = colors.map((color) => ({ title: `Coaster ${color}`, description: 'for a mouse or a cup' }))
    const found = titlesIn([[...pads, ...coasters, ...pens]], 'mouse')
    expect(found.slice(0, 6).sort()).toEqual(pads.map(({ title }) => title).sort())
  })

  it.each([
    ['fr', 'téléphone', 'Coque pour téléphone', 'Téléphone portable robuste et grand, double carte'],
    ['es', 'móvil', 'Funda de móvil', 'Móvil libre robusto y grande, doble tarjeta'],
    ['es', 'móvil', 'Funda de móvil con tapa', 'Móvil libre robusto y grande, doble tarjeta'],
    ['it', 'telefono', 'Custodia per telefono', 'Telefono cellulare robusto e grande, doppia scheda'],
    ['pt', 'telefone', 'Capa de telefone', 'Telefone celular robusto e grande, dois cartões'],
  ])('A9: is told where a language names the thing first (%s)', (locale, text, accessory, thing) => {
    const accessories = colors.map((color) => ({ title: `${accessory} ${color}` }))
    const things = colors.map((color) => ({ title: `${thing} ${color}` }))
    const found = titlesIn([[...accessories, ...things, ...pens]], text, locale)
    expect(found.slice(0, 6).sort()).toEqual(things.map(({ title }) => title).sort())
  })

  it('A10: is not meant by one word of a longer vendor’s name: products that are it come first', () => {
    const trays = colors.map((color) => ({ title: `Round ${color} tray`, vendor: 'The Pot Shack' }))
    const pots = colors.map((color) => ({
      title: `Big cooking pot, quite round, made of ${color} clay`,
      vendor: 'Clay',
    }))
    const found = matchIn([[...trays, ...pots]], 'round pot')
    expect(Array.from(found.docs.slice(0, 6), (doc) => doc >= 6)).toEqual(Array(6).fill(true))
    expect([...found.classes.slice(6)]).toEqual(Array(6).fill(MATCH_CLASS.mentioned))
    // The whole name is the vendor's.
    const named = matchIn([[...trays, ...pots]], 'pot shack tray')
    expect([...named.classes.slice(0, 6)]).toEqual(Array(6).fill(MATCH_CLASS.words))
  })

  it('A9: is told by its preposition where things are named first, however few titles say so', () => {
    const stroller = { title: 'Cochecito convertible dos en uno con asiento reversible, capota y modo moisés' }
    const fan = { title: 'Ventilador de cochecito' }
    const docs = [fan, stroller, ...pens]
    expect(titlesIn([docs], 'cochecito', 'es')).toEqual([stroller.title, fan.title])
    expect(titlesIn([docs], 'ventilador de cochecito', 'es')[0]).toBe(fan.title)
    expect(titlesIn([docs], 'cochecito ventilador', 'es')[0]).toBe(fan.title)
  })

  it('A3: comes first when it is asked for', () => {
    const found = titlesIn([[...pads, ...mice, ...pens]], 'mouse pad')
    expect(found.slice(0, 6).sort()).toEqual(pads.map(({ title }) => title).sort())
  })

  it('A4: is told in a product just written, too', () => {
    const [late, ...early] = pads
    const found = titlesIn([[...early, ...mice, ...pens], [late]], 'gaming mouse')
    expect(found.indexOf(late.title)).toBeGreaterThanOrEqual(6)
  })

  it('A5: is not seen in a vendor’s name', () => {
    const vendor = 'Mouse'
    const docs = [...pads, ...mice].map((doc) => ({ ...doc, vendor }))
    expect(titlesIn([docs], 'mouse')[0]).toBe(pads[0].title)
  })

  it('A6: needs three titles that say so, and the two words together in most of them', () => {
    const lamps = colors.map((color) => ({ title: `Desk lamp ${color}` }))
    const glimmers = (count: number) => colors.slice(0, count).map((color) => ({ title: `Lamp glimmer ${color}` }))
    const others = colors.map((color) => ({ title: `Glimmer umbrella ${color}` }))
    const isDemoted = (docs: readonly Partial<TextDoc>[]) => {
      const { docs: found, scores } = matchIn([docs], 'lamp', { limit: 50 })
      const scoreOf = (title: string) => scores[Array.from(found).findIndex((doc) => docs[doc].title === title)]
      return scoreOf('Lamp glimmer black') / scoreOf('Desk lamp black') < (1 + RANKING.accessory) / 2
    }
    expect(isDemoted([...glimmers(6), ...lamps])).toBe(true)
    expect(isDemoted([...glimmers(2), ...lamps])).toBe(false)
    expect(isDemoted([...glimmers(2), ...others, ...lamps])).toBe(false)
  })

  it('A7: is never a measure: what follows the thing in numbers describes it', () => {
    const sized = colors.map((color) => ({ title: `Mouse 1600dpi ${color}` }))
    const plain = colors.map((color) => ({ title: `Small optical office mouse ${color}` }))
    expect(
      titlesIn([[...sized, ...plain]], 'mouse')
        .slice(0, 6)
        .sort(),
    ).toEqual(sized.map(({ title }) => title).sort())
  })

  it('A8: keeps the share of its score that ranking says', () => {
    expect(RANKING.accessory).toBeLessThan(1)
    const scores = (docs: readonly Partial<TextDoc>[]) => {
      const found = matchIn([docs], 'mouse', { limit: 50 })
      return new Map(Array.from(found.docs, (doc, i) => [docs[doc].title, found.scores[i]]))
    }
    const named = scores([...pads, { title: 'Wired mouse black' }])
    const alone = scores([...pads, { title: 'Wired mouse pad' }])
    const ratio = named.get(pads[0].title)! / named.get('Wired mouse black')!
    const before = alone.get(pads[0].title)! / alone.get('Wired mouse pad')!
    expect(ratio / before).toBeLessThan(RANKING.accessory + 0.1)
    expect(ratio / before).toBeGreaterThan(RANKING.accessory - 0.1)
  })

  it('A11: is told by three titles, where the two words stand together in more than a third of a few more', () => {
    const glimmers = (count: number, title = 'Lamp glimmer') =>
      Array.from({ length: count }, (_, i) => `${title} ${i + 10}a`)
    // One is taken off those that say so, and two are added to all: (n − 1) / (n + 2) must be more than 0.33.
    expect([namedFirst(glimmers(2)), namedFirst(glimmers(3)), namedFirst(glimmers(4))]).toEqual([
      'itself',
      'accessory',
      'accessory',
    ])
    expect(namedFirst([...glimmers(5), ...glimmers(5, 'Window glimmer')])).toBe('accessory')
    expect(namedFirst([...glimmers(5), ...glimmers(6, 'Window glimmer')])).toBe('itself')
    expect([namedFirst(['Rug']), namedFirst(['Desk lamp']), namedFirst(['Lamp 40 watt', ...glimmers(5)])]).toEqual([
      'nothing',
      'itself',
      'itself',
    ])
    expect(namedFirst(['Lamp glimmer for a lamp', ...glimmers(5)])).toBe('itself')
  })

  it('A13: is not told by a word that is asked for as well; what only the newest products say counts as what all say', () => {
    const shades = Array.from({ length: 6 }, (_, i) => `Lamp shade ${i + 10}a`)
    expect([namedFirst(shades), namedFirst(shades, 'shade lamp')]).toEqual(['accessory', 'itself'])
    const late = { title: 'Lamp gizmo' }
    const long = colors.map((color) => ({ title: `Tall wide standing reading lamp ${color}` }))
    const apart = titlesIn([long, [late, late, late]], 'lamp')
    expect(apart).toEqual(titlesIn([[...long, late, late, late]], 'lamp'))
    expect(apart.at(-1)).toBe(late.title)
  })

  it('A12: is told from an even sample of many titles, not from the first of them', () => {
    const glimmers = Array.from({ length: 100 }, (_, i) => `Lamp glimmer ${i + 10}a`)
    const others = Array.from({ length: 300 }, (_, i) => `Window glimmer ${i + 10}a`)
    expect(namedFirst(glimmers)).toBe('accessory')
    expect(namedFirst([...glimmers, ...others])).toBe('itself')
  })

  it('A14: is told by the thing that its name ends with, however few titles say so', () => {
    const cameras = colors.map((color) => ({ title: `Digital camera with lens, ${color}` }))
    const others = ['Digital camera memory card', 'Digital camera bag'].map((title) => ({ title }))
    const found = titlesIn([[...others, ...cameras, ...pens]], 'digital camera')
    expect(found.slice(0, 6).sort()).toEqual(cameras.map(({ title }) => title).sort())
    expect(found.slice(6).sort()).toEqual(others.map(({ title }) => title).sort())
    expect(titlesIn([[...others, ...cameras, ...pens]], 'camera bag')[0]).toBe('Digital camera bag')
  })

  it.each([
    ['Camera bag', 'likely accessory'],
    ['Camera memory card', 'likely accessory'],
    ['Camera bag 12 l', 'likely accessory'],
    ['Camera bag for travel', 'likely accessory'],
    ['Camera bag black', 'likely accessory'],
    // What stands farther behind than two words may say how the thing is, or what it comes with.
    ['Camera slim travel bag', 'itself'],
    ['Camera with bag', 'itself'],
    ['Camera + bag', 'itself'],
    ['Camera and bag', 'itself'],
    ['Camera black', 'itself'],
    ['Camera set', 'itself'],
    ['Camera bag camera', 'itself'],
    ['Bag', 'nothing'],
  ])('A15: “%s” names, for “camera”: %s', (title, named) => {
    expect(namedFirst([title], 'camera')).toBe(named)
  })

  it('A16: is not told by a thing that is asked for as well', () => {
    expect(namedFirst(['Camera bag'], 'bag camera')).toBe('itself')
  })

  it('A17: keeps its place where more are likely accessories than the thing itself: the shop sells those', () => {
    const bags = colors.map((color) => ({ title: `Camera bag ${color.length}` }))
    const camera = { title: 'Slim digital camera' }
    const first = (docs: readonly Partial<TextDoc>[]) => titlesIn([[...docs, ...pens]], 'camera')[0]
    expect(first([...bags.slice(0, 1), camera])).toBe(camera.title)
    expect(first([...bags.slice(0, 2), camera])).toBe(bags[0].title)
  })

  it('A18: is not told in a language whose things are not known', () => {
    const docs = [{ title: 'Camera bag' }, { title: 'Camera met lens en lange riem voor op reis' }]
    expect(titlesIn([[...docs, ...pens]], 'camera', 'nl')[0]).toBe('Camera bag')
    expect(titlesIn([[...docs, ...pens]], 'camera', 'en')[0]).toBe(docs[1].title)
  })
})
