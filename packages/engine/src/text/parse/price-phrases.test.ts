import { describe, expect, it } from 'vitest'
import { fold } from '../analysis/fold.ts'
import { takePrice } from './price-phrases.ts'

/** The range as `min..max` and what is left to look for. */
function read(text: string, language: string): string {
  const { price, rest } = takePrice(fold(text).replace(/\s+/g, ' '), language)
  const range = price === null ? 'none' : `${price.min ?? ''}..${price.max ?? ''}`
  return `${range} | ${rest.replace(/\s+/g, ' ').trim()}`
}

describe('price phrases', () => {
  it.each([
    ['en', 'shoes under $50', '..50 | shoes'],
    ['en', 'under 50$ red shoes', '..50 | red shoes'],
    ['en', 'shoes below £1,000', '..1000 | shoes'],
    ['en', 'laptop under $1,299.99', '..1299.99 | laptop'],
    ['en', 'laptops under 1k', '..1000 | laptops'],
    ['en', 'shoes < 50', '..50 | shoes'],
    ['en', 'shoes under us$50, red', '..50 | shoes , red'],
    ['en', 'shoes no more than 40 dollars', '..40 | shoes'],
    ['en', 'shoes over 100', '100.. | shoes'],
    ['en', 'shoes max $80', '..80 | shoes'],
    ['en', 'shoes $20-40', '20..40 | shoes'],
    ['en', 'shoes 20-40 dollars', '20..40 | shoes'],
    ['en', 'shoes $20 to $40', '20..40 | shoes'],
    ['en', 'phone from 300 to 500', '300..500 | phone'],
    ['en', 'shoes between 40 and 20', '20..40 | shoes'],
    ['de', 'schuhe unter 50 €', '..50 | schuhe'],
    ['de', 'schuhe unter 1.000 €', '..1000 | schuhe'],
    ['de', 'schuhe unter 49,99 €', '..49.99 | schuhe'],
    ['de', 'schuhe günstiger als 50 €', '..50 | schuhe'],
    ['de', 'schuhe 20 bis 40 euro', '20..40 | schuhe'],
    ['de', 'schuhe von 20 bis 40 euro', '20..40 | schuhe'],
    ['de', 'schuhe 20-40€', '20..40 | schuhe'],
    ['de', 'schuhe ab 30 euro', '30.. | schuhe'],
    ['fr', 'chaussures à moins de 50 euros', '..50 | chaussures a'],
    ['fr', 'chaussures sous 1 000 €', '..1000 | chaussures'],
    ['fr', 'robe pas plus de 50 euros', '..50 | robe'],
    ['fr', 'chaussures de 20 à 40 euros', '20..40 | chaussures'],
    ['fr', 'chaussures entre 20 et 40 €', '20..40 | chaussures'],
    ['es', 'zapatos de 20 a 40 euros', '20..40 | zapatos'],
    ['it', 'scarpe da 20 a 40 euro', '20..40 | scarpe'],
    ['nl', 'schoenen onder de 50 euro', '..50 | schoenen'],
    ['pt', 'sapatos menos de R$ 100', '..100 | sapatos'],
    ['pt', 'sapatos entre 50 e 100 reais', '50..100 | sapatos'],
    ['sv', 'skor under 500:-', '..500 | skor'],
    ['no', 'sko under 500,-', '..500 | sko'],
    ['da', 'sko under 500 kr.', '..500 | sko'],
    ['fi', 'kengät alle 50 euroa', '..50 | kengat'],
    ['ja', '靴 5,000円以内', '..5000 | 靴'],
    ['ja', '靴 1000円〜3000円', '1000..3000 | 靴'],
    ['zh', '200元以内的鞋子', '..200 | 的鞋子'],
    ['zh', '鞋子 100-200元', '100..200 | 鞋子'],
    ['ko', '신발 5만원 이하', '..50000 | 신발'],
    ['ko', '신발 10000원 이상', '10000.. | 신발'],
    ['th', 'รองเท้า ไม่เกิน 500 บาท', '..500 | รองเท้า'],
  ])('%s: %s', (language, text, expected) => {
    expect(read(text, language)).toBe(expected)
  })

  it.each([
    ['en', 'nike air max 90'],
    ['en', 'iphone 14 pro max 256'],
    ['en', 'tv under 55 inch'],
    ['en', 'under armour 50'],
    ['en', 'lego 10-12'],
    ['en', 'between 20 and 40'],
    ['de', 'lego ab 6'],
    ['de', 'drucker bis 300 dpi'],
    ['es', 'zapatos de 36 a 40'],
    ['fr', 'chaussures de 36 a 40'],
  ])('%s: %s names no price', (language, text) => {
    expect(read(text, language)).toBe(`none | ${text}`)
  })

  it('stay fast on long queries of numbers', () => {
    const text = 'under 1 000 '.repeat(33)
    for (const language of ['en', 'ja', 'ko']) expect(read(text, language)).toMatch(/\|/)
  })
})
