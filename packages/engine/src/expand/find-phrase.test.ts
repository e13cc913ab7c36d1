import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { sampleDoc } from '../text/testing/sample-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import { buildTextSegment } from '../text/text-segment.ts'
import { findPhrase, gallopTo, hasPhrase, visitPostingsOf } from './find-phrase.ts'

describe('galloping through ascending docs', () => {
  it('G1: stops at the first position from its start whose doc is at least the one sought', () => {
    const docs = fc
      .uniqueArray(fc.nat(300), { maxLength: 60 })
      .map((all) => Uint32Array.from(all.sort((a, b) => a - b)))
    fc.assert(
      fc.property(docs, fc.nat(60), fc.nat(310), fc.nat(60), (sorted, from, doc, shorter) => {
        const end = Math.max(0, sorted.length - (shorter % 5))
        const begin = Math.min(from, end)
        let slow = begin
        while (slow < end && sorted[slow]! < doc) slow++
        expect(gallopTo(sorted, begin, end, doc)).toBe(slow)
      }),
      { numRuns: 300 },
    )
  })
})

const WORDS = ['oak', 'lamp', 'stand', 'tall']
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 })
const TITLE = 1 << TEXT_FIELDS.indexOf('title')
const DESCRIPTION = 1 << TEXT_FIELDS.indexOf('description')

const shop = fc.array(fc.record({ title: words, description: words }), { minLength: 1, maxLength: 12 })
const phrase = fc.array(fc.constantFrom(...WORDS, 'kettle'), { minLength: 1, maxLength: 3 })

function holds(text: readonly string[], wanted: readonly string[]): boolean {
  return text.some((_, at) => wanted.every((word, i) => text[at + i] === word))
}

describe('a phrase', () => {
  it('G2: is found in the docs and fields that are searched, and nowhere else', () => {
    fc.assert(
      fc.property(shop, phrase, fc.array(fc.boolean()), fc.boolean(), (products, wanted, looked, titlesOnly) => {
        const docs = products.map(({ title, description }) =>
          sampleDoc({ title: title.join(' '), description: description.join(' ') }),
        )
        const segment = buildTextSegment(docs, analyzerFor('en'))
        const among = Uint32Array.from(docs.keys()).filter((doc) => looked[doc] !== false)
        const fields = titlesOnly ? TITLE : TITLE | DESCRIPTION
        const slow = [...docs.keys()].filter((doc) => {
          const { title, description } = products[doc]
          return holds(title, wanted) || (!titlesOnly && holds(description, wanted))
        })
        expect([...(findPhrase(segment, wanted, { fields })[0]?.docs ?? [])]).toEqual(slow)
        expect([...(findPhrase(segment, wanted, { fields, among })[0]?.docs ?? [])]).toEqual(
          slow.filter((doc) => among.includes(doc)),
        )
        if (!titlesOnly) expect(hasPhrase(segment, wanted)).toBe(slow.length > 0)
      }),
    )
  })
})

describe('visitPostingsOf', () => {
  it('G3: visits the docs that have a posting, with both indices', () => {
    const sorted = fc.uniqueArray(fc.nat(60)).map((docs) => Uint32Array.from(docs).sort())
    fc.assert(
      fc.property(sorted, sorted, fc.nat(5), (listed, docs, start) => {
        const postings = { docs: listed, start: Math.min(start, listed.length), end: listed.length }
        const visited: [number, number][] = []
        visitPostingsOf(postings, docs, (place, at) => visited.push([place, at]))
        const slow = [...docs].flatMap((doc, place): [number, number][] => {
          const at = listed.indexOf(doc)
          return at < postings.start ? [] : [[place, at]]
        })
        expect(visited).toEqual(slow)
      }),
    )
  })
})
