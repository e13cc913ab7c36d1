import { describe, expect, it } from 'vitest'
import { buildColumnSegment } from '../columns/column-segment.ts'
import { compareNatural } from '../columns/natural-order.ts'
import type { EngineDoc } from '../columns/engine-doc.ts'
import { randomDoc, randomFrom } from './testing/random-catalog.ts'
import { Memo } from '../text/memo.ts'
import { shownTitles } from './shown-titles.ts'

const NAMES = ['title:de-ch', 'title:de']
const TITLES = ['Becher', 'becher', 'Lampe 9', 'Lampe 10', 'wool', 'Ärmel', '']

describe('the order of titles as they are shown', () => {
  it('uses the title in the locale, otherwise in its language, otherwise the product’s own, on any catalog', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = randomFrom(seed)
      const share = random(4)
      const docs = Array.from({ length: random(40) }, (_, i) => withTranslations(randomDoc(random, 1000 - i)))
      const columns = buildColumnSegment(docs)
      const names = NAMES.slice(random(3))
      const { order, rank, titleOf } = shownTitles(columns, new Memo(docs.length), names)
      const titles = docs.map((doc) => names.map((name) => doc.terms[name]?.[0]).find(Boolean) ?? doc.title)
      const expected = docs
        .map((_, doc) => doc)
        .sort((a, b) => compareNatural(titles[a], titles[b]) || docs[a].id - docs[b].id)
      expect([...order]).toEqual(expected)
      expect(docs.map((_, doc) => titleOf(doc))).toEqual(titles)
      for (const [i, doc] of expected.entries()) {
        if (i === 0) continue
        const before = expected[i - 1]
        expect(Math.sign(rank[doc] - rank[before])).toBe(titles[doc] === titles[before] ? 0 : 1)
      }

      function withTranslations(doc: EngineDoc): EngineDoc {
        const translated = NAMES.filter(() => random(4) < share).map((name) => [name, [TITLES[random(6)]]] as const)
        return { ...doc, terms: { ...doc.terms, ...Object.fromEntries(translated) } }
      }
    }
  })
})
