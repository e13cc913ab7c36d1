import { describe, expect, it } from 'vitest'
import { sampleProduct } from '../record-store/sample-product.ts'
import { collectionLookup, satisfiesRules } from './collection-rules.ts'
import { plainText } from './plain-text.ts'
import { productDoc } from './product-doc.ts'

const none = collectionLookup([])

describe('a product in the index', () => {
  it('is not indexed as a draft, and has no publication without a date', () => {
    expect(productDoc(sampleProduct(1, { status: 'draft' }), none)).toBeUndefined()
    expect(productDoc(sampleProduct(1, { publishedAt: null }), none)?.terms.publication).toEqual([])
    expect(productDoc(sampleProduct(1, { publicationIds: ['9'] }), none)?.terms.publication).toEqual(['9'])
  })

  it('lists the values of list metafields one by one', () => {
    const metafields = [
      { namespace: 'a', key: 'b', value: '["x","y",3]' },
      { namespace: 'a', key: 'c', value: '[not a list' },
      { namespace: 'a', key: 'd', value: 'wool; cotton' },
      { namespace: 'a', key: 'f', value: 'Blue , Red, Green' },
      { namespace: 'a', key: 'g', value: 'Wash it warm, and if it is dirty, wash it again.' },
      { namespace: 'a', key: 'h', value: 'Wool\n• Merino wool\nSilk\n' },
      { namespace: 'a', key: 'i', value: 'wool,cotton' },
      { namespace: 'a', key: 'j', value: '1,500' },
      { namespace: 'a', key: 'e', value: `Soft; ${'it keeps warm and dry in any weather, '.repeat(2)}` },
    ]
    const terms = productDoc(sampleProduct(1, { metafields }), none)?.terms
    expect(terms).toMatchObject({
      'metafield:a.b': ['x', 'y', '3'],
      'metafield:a.c': ['[not a list'],
      'metafield:a.d': ['wool', 'cotton'],
      'metafield:a.f': ['Blue', 'Red', 'Green'],
      'metafield:a.h': ['Wool', 'Merino wool', 'Silk'],
      'metafield:a.i': ['wool', 'cotton'],
      'metafield:a.j': ['1,500'],
    })
    expect(terms?.['metafield:a.e']).toHaveLength(1)
    expect(terms?.['metafield:a.g']).toHaveLength(1)
  })

  it('has no vendor, type or attribute if the value is a placeholder like "n/a"', () => {
    const metafields = [{ namespace: 'a', key: 'b', value: 'N/A' }]
    const doc = productDoc(sampleProduct(1, { vendor: 'n/a', productType: ' - ', metafields }), none)
    expect(doc?.terms).toMatchObject({ vendor: [], product_type: [], 'metafield:a.b': [] })
  })

  it('is counted by the first part of a composite option and found by all of its text', () => {
    const options = [{ id: 1, name: 'Size', position: 1, values: ['Large | 280 mm x 250 mm'] }]
    const plain = sampleProduct(1, { options })
    const variants = plain.variants.map((one) => ({ ...one, optionValues: ['Large | 280 mm x 250 mm'] }))
    const doc = productDoc({ ...plain, variants }, none)
    expect(doc?.variants[0]?.options).toEqual({ Size: 'Large' })
    expect(doc?.text.options).toEqual(['Large | 280 mm x 250 mm'])
  })

  it('is found by short attribute values, not by prose, references and links', () => {
    const values = [
      'Merino wool',
      '["Navy","Red"]',
      'gid://shop/Product/1',
      '["gid://shop/Product/1","gid://shop/Metaobject/2"]',
      'https://example.com/manual.pdf',
      '{"question":"Is it soft?"}',
      `How to wash it: ${'by hand with shampoo, '.repeat(10)}`,
    ]
    const metafields = values.map((value, i) => ({ namespace: 'a', key: `k${i}`, value }))
    const doc = productDoc(sampleProduct(1, { metafields }), none)
    expect(doc?.text.metafields).toEqual(['Merino wool', 'Navy', 'Red'])
  })

  it('is found in every language of its translations', () => {
    const doc = productDoc(
      sampleProduct(1, { translations: { de: { title: 'Hemd', body_html: '<p>Aus Leinen</p>' } } }),
      none,
    )
    expect(doc?.text.metafields).toEqual(['Hemd', 'Aus Leinen'])
  })
})

describe('smart collections', () => {
  const collection = (rules: object[], disjunctive = false) =>
    ({ id: 1, handle: 'c', title: 'C', rules, disjunctive }) as never

  it('contain products that match all rules, or any rule if disjunctive', () => {
    const shirt = sampleProduct(1, { title: 'Linen shirt', tags: ['Summer'] })
    const linen = { column: 'title', relation: 'starts_with', condition: 'linen' }
    const winter = { column: 'tag', relation: 'equals', condition: 'winter' }
    expect(satisfiesRules(shirt, collection([linen, winter]))).toBe(false)
    expect(satisfiesRules(shirt, collection([linen, winter], true))).toBe(true)
  })

  it('apply a negated rule to all values of a product', () => {
    const shirt = sampleProduct(1, { tags: ['summer', 'sale'] })
    expect(satisfiesRules(shirt, collection([{ column: 'tag', relation: 'not_equals', condition: 'sale' }]))).toBe(
      false,
    )
    expect(satisfiesRules(shirt, collection([{ column: 'tag', relation: 'not_contains', condition: 'win' }]))).toBe(
      true,
    )
  })

  it('compare prices and stock as numbers', () => {
    const shirt = sampleProduct(1)
    expect(
      satisfiesRules(shirt, collection([{ column: 'variant_price', relation: 'greater_than', condition: '9' }])),
    ).toBe(true)
    expect(
      satisfiesRules(shirt, collection([{ column: 'variant_inventory', relation: 'less_than', condition: '3' }])),
    ).toBe(false)
  })
})

describe('plainText', () => {
  it('returns the visible text', () => {
    const html =
      '<style>p{}</style><p>Holds&nbsp;tea &amp; more<br>today</p><script>alert("x")</script><!-- no --> &#x41;&#66;'
    expect(plainText(html)).toBe('Holds tea & more today AB')
    expect(plainText('8 &Prime; &eacute;tag&egrave;re, 20 &deg;C &lt;b&gt;')).toBe('8 ″ étagère, 20 °C <b>')
  })

  it('takes linear time for broken markup', () => {
    expect(plainText(`text ${'<'.repeat(100_000)}`)).toBe('text')
    expect(plainText(`${'<script'.repeat(20_000)}`)).toBe('')
    expect(plainText(`${'&'.repeat(100_000)}`)).toHaveLength(100_000)
  })
})
