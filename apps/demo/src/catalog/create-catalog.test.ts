import { AdminProductInput, compileValidator } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { createCatalog } from './create-catalog.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const DAY_MS = 86_400_000
const catalog = createCatalog('a seed', NOW)
const products = catalog.map((item) => item.product)
const variants = products.flatMap((product) => product.variants)

describe('the demo catalog', () => {
  it('is the same for the same seed', () => {
    expect(createCatalog('a seed', NOW)).toEqual(catalog)
  })

  it('is different for another seed', () => {
    expect(createCatalog('another', NOW).map((item) => item.product.title)).not.toEqual(products.map((p) => p.title))
  })

  it('has the same ids, handles and images at any time', () => {
    const later = createCatalog('a seed', NOW + 40 * DAY_MS).map((item) => item.product)
    expect(later.map((p) => [p.id, p.handle, p.images])).toEqual(products.map((p) => [p.id, p.handle, p.images]))
  })

  it('is accepted by the admin API unchanged', () => {
    const validate = compileValidator(AdminProductInput)
    const faults = products.map((product) => validate(product)).filter((checked) => !checked.ok)
    expect(faults).toEqual([])
  })

  it('has at least 600 products of at least 10 types', () => {
    expect(products.length).toBeGreaterThanOrEqual(600)
    expect(new Set(products.map((p) => p.product_type)).size).toBeGreaterThanOrEqual(10)
  })

  it.each([
    ['product ids', products.map((p) => p.id)],
    ['handles', products.map((p) => p.handle)],
    ['titles', products.map((p) => p.title)],
    ['variant ids', variants.map((v) => v.id)],
    ['SKUs', variants.map((v) => v.sku)],
    ['barcodes', variants.map((v) => v.barcode)],
    ['image ids', products.flatMap((p) => p.images.map((image) => image.id))],
    ['option ids', products.flatMap((p) => p.options.map((option) => option.id))],
  ])('never uses one of its %s twice', (_, values: (string | number)[]) => {
    expect(new Set(values).size).toBe(values.length)
  })

  it('gives every variant one value of each option of its product', () => {
    for (const product of products) {
      for (const variant of product.variants) {
        const values = [variant.option1, variant.option2, variant.option3].filter((value) => value !== null)
        expect(values.map((value, i) => product.options[i]?.values.includes(value))).toEqual(
          product.options.map(() => true),
        )
      }
    }
  })

  it('shows every variant in its own color', () => {
    for (const product of products) {
      for (const variant of product.variants) {
        const image = product.images.find((one) => one.id === variant.image_id)
        expect(image?.alt).toBe(`${product.title} in ${variant.option1}`)
      }
    }
  })

  it('leaves no placeholder in a text unfilled', () => {
    for (const product of products) expect(`${product.title}${product.body_html}`).not.toMatch(/[{}]|undefined/)
  })

  it('reduces some prices, always from a higher former price', () => {
    const reduced = variants.filter((v) => v.compare_at_price !== null)
    expect(reduced.length).toBeGreaterThan(variants.length * 0.1)
    expect(reduced.every((v) => Number(v.compare_at_price) > Number(v.price))).toBe(true)
    expect(variants.every((v) => Number(v.price) > 0)).toBe(true)
  })

  it('has products that are sold out, wholly or in some variants', () => {
    const soldOut = (v: { inventory_quantity: number }): boolean => v.inventory_quantity === 0
    expect(products.some((p) => p.variants.every(soldOut))).toBe(true)
    expect(products.some((p) => p.variants.some(soldOut) && !p.variants.every(soldOut))).toBe(true)
  })

  it('was published over two years, up to now', () => {
    const created = products.map((p) => Date.parse(p.created_at))
    expect(Math.min(...created)).toBeLessThan(NOW - 600 * DAY_MS)
    expect(Math.min(...created)).toBeGreaterThan(NOW - 732 * DAY_MS)
    expect(Math.max(...created)).toBeLessThanOrEqual(NOW)
    expect(products.every((p) => p.published_at === null || p.published_at >= p.created_at)).toBe(true)
  })

  it('has texts in German and French', () => {
    for (const product of products) {
      expect(product.translations.de?.title).toBeTruthy()
      expect(product.translations.fr?.product_type).toBeTruthy()
    }
    const { de, fr } = products.find(({ title }) => title.includes('Corner Sofa'))!.translations
    expect([de?.title, fr?.title]).toEqual([
      expect.stringContaining('Ecksofa'),
      expect.stringContaining("Canapé d'angle"),
    ])
  })
})
