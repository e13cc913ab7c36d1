import { foldText } from './words-of.ts'
import type { ShopUnderTest, Law } from './law.ts'
import { setDifference } from './found-sets.ts'

const PHRASES = 3

export const unchangedByFiller: Law = {
  number: 4,
  says: 'Filler words and question phrases before or after a query do not change the set.',
  cases({ sample, products, phrases }) {
    const fillers = phrases?.fillers ?? []
    const titles = products.map(({ title }) => foldText(title))
    const isTitled = (filler: string) => {
      const parts = foldText(filler)
        .split('{}')
        .map((part) => part.replace(/[?¿]/g, '').trim())
      return titles.some((title) => parts.some((part) => part !== '' && title.includes(part)))
    }
    const fair = fillers.filter((filler) => !isTitled(filler))
    const cases = sample.flatMap(({ title, titleWords }, i) => {
      const base = i % 2 === 0 ? title : titleWords.slice(0, 2).join(' ')
      return Array.from({ length: Math.min(PHRASES, fair.length) }, (_, n) => {
        const query = fair[(i * PHRASES + n) % fair.length]!.replace('{}', base)
        return { query, fault: (shop: ShopUnderTest) => setDifference(shop, base, query) }
      })
    })
    return { cases, sortedOut: (fillers.length - fair.length) * sample.length }
  },
}
