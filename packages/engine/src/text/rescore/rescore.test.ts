import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { searchSegments } from '../testing/search-segments.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import type { TextDoc } from '../text-doc.ts'
import type { TextAnswer } from '../search-text.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'

const colors = ['black', 'white', 'grey', 'green', 'pink', 'brown']
const pads = colors.map((color) => ({ title: `Gaming mouse pad ${color}` }))
const mice = colors.map((color) => ({ title: `Gaming laser light optical mouse ${color}` }))
const pens = colors.map((color) => ({ title: `Fountain pen ${color}` }))

function matchIn(parts: readonly (readonly Partial<TextDoc>[])[], text: string, limit = 20): TextAnswer {
  const segments = parts.map((docs) => buildTextSegment(docs.map(sampleDoc), analyzerFor('en')))
  return searchSegments(segments, { text, locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit })
}

function titlesIn(parts: readonly (readonly Partial<TextDoc>[])[], text: string): (string | undefined)[] {
  const docs = parts.flat()
  return Array.from(matchIn(parts, text).docs, (doc) => docs[doc].title)
}

describe('a thing that is only named after the one asked for', () => {
  it('comes after the thing itself, as the shop’s titles tell', () => {
    const found = titlesIn([[...pads, ...mice, ...pens]], 'gaming mouse')
    expect(found.slice(0, 6).sort()).toEqual(mice.map(({ title }) => title).sort())
    expect(found.slice(6).sort()).toEqual(pads.map(({ title }) => title).sort())
  })

  it('comes first where the shop has nothing nearer', () => {
    const coasters = colors.map((color) => ({ title: `Coaster ${color}`, description: 'for a mouse or a cup' }))
    const found = titlesIn([[...pads, ...coasters, ...pens]], 'mouse')
    expect(found.slice(0, 6).sort()).toEqual(pads.map(({ title }) => title).sort())
  })

  it('comes first when it is asked for', () => {
    const found = titlesIn([[...pads, ...mice, ...pens]], 'mouse pad')
    expect(found.slice(0, 6).sort()).toEqual(pads.map(({ title }) => title).sort())
  })

  it('is told in a product just written, too', () => {
    const [late, ...early] = pads
    const found = titlesIn([[...early, ...mice, ...pens], [late]], 'gaming mouse')
    expect(found.indexOf(late.title)).toBeGreaterThanOrEqual(6)
  })

  it('is not seen in a vendor’s name', () => {
    const vendor = 'Mouse'
    const docs = [...pads, ...mice].map((doc) => ({ ...doc, vendor }))
    expect(titlesIn([docs], 'mouse')[0]).toBe(pads[0].title)
  })
})

it('gives scores that never rise down the list, however many hits are read', () => {
  const words = fc.constantFrom('mouse', 'pad', 'gaming', 'red', 'case', 'optical', 'cable')
  const title = fc.array(words, { minLength: 1, maxLength: 6 }).map((each) => each.join(' '))
  const docs = fc.array(title, { minLength: 70, maxLength: 150 })
  fc.assert(
    fc.property(docs, title, (titles, text) => {
      const { scores } = matchIn([titles.map((each) => ({ title: each }))], text, 200)
      expect(Array.from(scores)).toEqual(Array.from(scores).sort((a, b) => b - a))
    }),
    { numRuns: 50 },
  )
})

it('finds no words in fields that the merchant gives no weight', () => {
  const docs = Array.from({ length: 70 }, (_, i) => sampleDoc({ title: `Mouse ${i}`, tags: i < 3 ? ['mouse'] : [] }))
  const settings = { ...DEFAULT_TEXT_SETTINGS, weights: { ...DEFAULT_TEXT_SETTINGS.weights, title: 0 } }
  const segments = [buildTextSegment(docs, analyzerFor('en'))]
  const query = { text: 'mouse', locale: 'en', prefixLast: false, settings, limit: 70 }
  expect(Array.from(searchSegments(segments, query).docs)).toEqual([0, 1, 2])
})
