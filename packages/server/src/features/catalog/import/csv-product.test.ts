import { describe, expect, it } from 'vitest'
import { csvProduct } from './csv-product.ts'

/** Rows under the header, in the order of its names. */
function read(header: string, ...lines: string[]) {
  const at = Object.fromEntries(header.split(',').map((name, column) => [name, column]))
  const rows = lines.map((line, i) => ({ line: i + 2, fields: line.split(',') }))
  const columns = { at, metafields: [{ column: 1, namespace: 'a', key: 'b' }], variantMetafields: [{ column: 1, namespace: 'v', key: 'w' }] } // biome-ignore format: one line reads better
  return csvProduct(rows, columns as never)
}
const variant = (header: string, line: string) => (read(`price,x,${header}`, `1,,${line}`).raw.variants as object[])[0]

describe('the rows of one product', () => {
  it('R1: product columns count where they are first filled', () => {
    const { raw } = read('handle,x,title,price,vendor,tags', 'hat,,,1,,', 'hat,,Hat,2,Acme,', 'hat,,Other,3,Zed,blue')
    expect(raw).toMatchObject({ handle: 'hat', title: 'Hat', vendor: 'Acme', tags: 'blue', body_html: '' })
    expect(raw.variants).toHaveLength(3)
    expect(raw.published).toBe(true)
  })

  it('R2: a product is published unless the file says no', () => {
    const published = (text: string) => read('price,x,published', `1,,${text}`).raw.published
    expect(['true', 'YES', '1', 'FALSE', 'no', '0', '', 'maybe'].map(published)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('R3: a row without any word of a variant brings a picture alone', () => {
    const { raw, faults } = read('price,x,imageSrc,imageAlt,imagePosition', '1,,,,', ',,b.jpg,B,2', ',,a.jpg,,x')
    expect(raw.variants).toHaveLength(1)
    expect(raw.images).toEqual([{ src: 'b.jpg', alt: 'B', position: 2 }, { src: 'a.jpg', alt: '' }]) // biome-ignore format: one line reads better
    expect(faults).toEqual([])
    expect(read('price,x,sku', ',,A').faults).toEqual([{ line: 2, reason: 'the variant has no price' }])
  })

  it('R4: a bad variant is told with its line and left out, the others stay', () => {
    const { raw, faults } = read(
      'price,x,compareAtPrice,quantity,imageSrc',
      'x,,,,p.jpg',
      '1,,y,,',
      '1,,,z,',
      '1,,2,3,',
    )
    expect(faults).toEqual([
      { line: 2, reason: 'price "x" is not a price' },
      { line: 3, reason: 'compare at price "y" is not a price' },
      { line: 4, reason: 'inventory quantity "z" is not a whole number' },
    ])
    expect(raw.variants).toMatchObject([{ price: '1', compare_at_price: '2', inventory_quantity: '3' }])
    expect(raw.images).toHaveLength(1)
    expect(read('price,x', `${'9x'.repeat(50)},`).faults[0]!.reason).toBe(`price "${'9x'.repeat(30)}" is not a price`)
  })

  it('R5: options are those with a name, in their places', () => {
    const { raw } = read('price,x,option1Name,option2Name,option3Name', '1,,Size,,Fit')
    expect(raw.options).toEqual([{ name: 'Size', position: 1 }, { name: 'Fit', position: 3 }]) // biome-ignore format: one line reads better
  })

  it('R6: a variant keeps its numbers without the mark of a spreadsheet, its weight and its stock where they are said', () => {
    expect(variant('sku,barcode,grams,quantity', "'007,'12,250,4")).toMatchObject({ sku: '007', barcode: '12', grams: '250', inventory_quantity: '4' }) // biome-ignore format: one line reads better
    const silent = variant('sku,grams,quantity', 'A,,')
    for (const name of ['grams', 'inventory_quantity', 'inventory_management']) expect(silent).not.toHaveProperty(name)
    expect([variant('tracker', ''), variant('tracker', 'shopify')]).toMatchObject([{ inventory_management: null }, { inventory_management: 'shopify' }]) // biome-ignore format: one line reads better
  })

  it('R7: selling on goes by its own column, else by the policy, else not', () => {
    const policy = (header: string, line: string) =>
      (variant(header, line) as { inventory_policy: string }).inventory_policy
    expect([policy('continueSelling', 'yes'), policy('continueSelling', 'false')]).toEqual(['continue', 'deny'])
    expect([policy('policy', 'Continue'), policy('policy', ''), policy('sku', 'A')]).toEqual([
      'continue',
      'deny',
      'deny',
    ])
    expect(policy('policy,continueSelling', 'continue,no')).toBe('deny')
  })

  it('R8: metafields are filled cells: of the product the first, of each variant its own', () => {
    const { raw } = read('price,x', '1,', '2, red ', '3,blue')
    expect(raw.metafields).toEqual([{ namespace: 'a', key: 'b', value: 'red' }])
    expect((raw.variants as { metafields: object[] }[]).map(({ metafields }) => metafields)).toEqual([
      [],
      [{ namespace: 'v', key: 'w', value: 'red' }],
      [{ namespace: 'v', key: 'w', value: 'blue' }],
    ])
    expect(read('price,x', '1,').raw.metafields).toEqual([])
  })

  it('R9: a collection is one, or none', () => {
    expect(read('price,x,collection', '1,,Winter').raw.collections).toEqual(['Winter'])
    expect(read('price,x', '1,').raw.collections).toEqual([])
  })
})
