import { describe, expect, it } from 'vitest'
import { normalizeProduct } from './normalize-product.ts'

const BASE = { id: 1, title: 'Hat', handle: 'hat', variants: [{ id: 11, price: 1 }] }
function fault(parts: object): string {
  const result = normalizeProduct({ ...BASE, ...parts })
  return result.kind === 'fault' ? result.reason : 'no fault'
}
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const text = (length: number) => 'x'.repeat(length)

describe('the limits of one product', () => {
  it.each([
    ['variants', 2048, (i: number) => ({ id: i + 1, price: 1 })],
    ['images', 1000, (i: number) => ({ id: i + 1, src: `https://x.example/${i}.jpg` })],
    ['options', 10, (i: number) => ({ id: i + 1, name: `o${i}`, values: ['x'] })],
    ['tags', 1000, (i: number) => `t${i}`],
    ['metafields', 1000, (i: number) => ({ namespace: 'a', key: `k${i}`, value: 'x' })],
    ['collections', 5000, (i: number) => `c${i}`],
    ['publication_ids', 1000, (i: number) => `p${i}`],
    ['market_ids', 1000, (i: number) => i + 1],
    ['catalog_ids', 5000, (i: number) => `c${i}`],
  ] as [string, number, (i: number) => unknown][])('L1: %s: %d at most', (field, most, make) => {
    expect(fault({ [field]: many(most, make) })).toBe('no fault')
    expect(fault({ [field]: many(most + 1, make) })).toContain(`${field} has ${most + 1} entries, more than ${most}`)
  })

  it('L2: are 2,048 values of an option, 200 languages and 100 texts of each', () => {
    const option = (count: number) => ({ options: [{ name: 'Size', values: many(count, (i) => `v${i}`) }] })
    expect([fault(option(2048)), fault(option(2049))]).toEqual(['no fault', 'options[0].values has 2049 entries, more than 2048']) // biome-ignore format: one line reads better
    const languages = (count: number) => ({ translations: Object.fromEntries(many(count, (i) => [`l${i}`, { title: 'x' }])) }) // biome-ignore format: one line reads better
    expect([fault(languages(200)), fault(languages(201))]).toEqual([
      'no fault',
      'translations has 201 entries, more than 200',
    ])
    const texts = (count: number) => ({ translations: { de: Object.fromEntries(many(count, (i) => [`f${i}`, 'x'])) } })
    expect([fault(texts(100)), fault(texts(101))]).toEqual([
      'no fault',
      'translations.de has 101 entries, more than 100',
    ])
  })

  it('L3: are 1,000 characters for short texts, and half a megabyte for prose', () => {
    for (const field of ['title', 'handle', 'vendor', 'product_type']) {
      expect([field, fault({ [field]: text(1000) })]).toEqual([field, 'no fault'])
      expect(fault({ [field]: text(1001) })).toContain(`${field} has 1001 characters, more than 1000`)
    }
    const prose = 512 * 1024
    expect([fault({ body_html: text(prose) }), fault({ body_html: text(prose + 1) })]).toEqual(['no fault', `body_html has ${prose + 1} characters, more than ${prose}`]) // biome-ignore format: one line reads better
    expect(fault({ tags: ['a', text(1001)] })).toContain('tags[1] has 1001 characters')
  })

  it('L4: are the same for texts of options, variants and metafields', () => {
    const variants = (parts: object) => fault({ variants: [{ id: 1, price: 1, ...parts }] })
    for (const field of ['title', 'sku', 'barcode']) {
      expect(variants({ [field]: text(1000) })).toBe('no fault')
      expect(variants({ [field]: text(1001) })).toContain(`variants[0].${field} has 1001 characters`)
    }
    expect(fault({ options: [{ name: text(1001), values: ['x'] }] })).toContain('options[0].name has 1001 characters')
    expect(fault({ options: [{ name: 'Size', values: ['S', text(1001)] }] })).toContain('options[0].values[1] has 1001')
    expect(fault({ metafields: { [`${text(500)}.${text(500)}`]: 'x' } })).toBe('no fault')
    expect(fault({ metafields: { [`${text(500)}.${text(501)}`]: 'x' } })).toBe(`metafields ${text(60)}.${text(60)} has 1001 characters, more than 1000`) // biome-ignore format: one line reads better
    const prose = 512 * 1024
    expect(fault({ metafields: { 'a.b': text(prose + 1) } })).toContain(`metafields a.b has ${prose + 1} characters`)
    expect(variants({ metafields: { 'a.b': text(prose) } })).toContain(
      `variants[0].metafields has ${prose + 2} characters`,
    )
    expect(variants({ metafields: Object.fromEntries(many(1001, (i) => [`a.k${i}`, 'x'])) })).toContain('variants[0].metafields has 1001 entries') // biome-ignore format: one line reads better
  })

  it('L5: are 8,192 characters for the URL of a picture, and half a megabyte for one that contains the picture', () => {
    const source = (src: string) => fault({ images: [{ id: 1, src }] })
    expect([source(`https://${text(8184)}`), source(`https://${text(8185)}`)]).toEqual(['no fault', 'images[0].src has 8193 characters, more than 8192']) // biome-ignore format: one line reads better
    expect(source(`data:${text(512 * 1024 - 5)}`)).toBe('no fault')
    expect(source(`data:${text(512 * 1024 - 4)}`)).toContain('images[0].src has 524289 characters')
    expect(fault({ images: [{ id: 1, src: 'a', alt: text(1001) }] })).toContain('images[0].alt has 1001 characters')
  })
})
