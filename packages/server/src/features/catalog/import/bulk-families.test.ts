import { describe, expect, it } from 'vitest'
import { BulkFamilies } from './bulk-families.ts'
import type { ImportItem } from './import-item.ts'
import { JsonDocumentProducts } from './json-document-products.ts'

const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`
const root = (id: number, parts: object = {}) => ({
  id: gid('Product', id),
  title: `P${id}`,
  handle: `p${id}`,
  ...parts,
})
const child = (kind: string, id: number, of: string, parts: object = {}) => ({ id: gid(kind, id), __parentId: of, ...parts }) // biome-ignore format: one line reads better
const read = (...values: object[]): ImportItem[] => {
  const families = new BulkFamilies()
  const items = values.flatMap((value, i) => families.take(value as never, i + 1, 100))
  return [...items, ...families.end()]
}
const products = (items: ImportItem[]) => items.flatMap((one) => (one.kind === 'product' ? [one.product] : []))
const said = (items: ImportItem[]) =>
  items.flatMap((one) => (one.kind === 'fault' ? [`${one.line}: ${one.reason}`] : one.kind === 'note' ? [`${one.line}: ${one.text}`] : [])) // biome-ignore format: one line reads better

describe('the lines of a bulk operation', () => {
  const one = gid('Product', 1)
  const variant = (id: number, of = one) => child('ProductVariant', id, of, { price: '5' })

  it('B1: are joined to their product, families mixed or not, and a child counts where its kind belongs', () => {
    const two = gid('Product', 2)
    const joined = products(
      read(
        root(1),
        root(2),
        variant(11),
        variant(21, two),
        child('MediaImage', 31, one, { image: { url: 'https://x.example/1.jpg' } }),
        { __parentId: one, namespace: 'a', key: 'b', value: 'c' },
        { __parentId: one, publication: { id: gid('Publication', 9) }, isPublished: true },
      ),
    )
    const found = joined.toSorted((a, b) => a.id - b.id)
    expect(found.map(({ id }) => id)).toEqual([1, 2])
    expect(found[0]).toMatchObject({
      variants: [{ id: 11, price: 5 }],
      images: [{ src: 'https://x.example/1.jpg' }],
      metafields: [{ namespace: 'a', key: 'b', value: 'c' }],
      publicationIds: ['9'],
    })
    expect(found[1]!.variants.map(({ id }) => id)).toEqual([21])
  })

  it('B2: children that stand in the product itself stay, before those that follow', () => {
    const images = [{ url: 'https://x.example/own.jpg' }]
    const [found] = products(
      read(root(1, { images }), variant(11), child('ProductImage', 3, one, { url: 'https://x.example/2.jpg' })),
    )
    expect(found!.images.map(({ src }) => src)).toEqual(['https://x.example/own.jpg', 'https://x.example/2.jpg'])
  })

  it('B3: whose parent does not stand before them, or that come twice, are faults', () => {
    expect(said(read(variant(11)))).toEqual([`1: its parent ${one} does not stand before it`])
    expect(said(read(root(1), variant(11), root(1)))).toEqual([`3: ${one} comes twice`])
    expect(said(read({ id: gid('Order', 1) }))).toEqual(['1: this is a Order, not a product'])
    expect(said(read({ id: 'x' }))).toEqual(['1: this is a line of unknown kind, not a product'])
    expect(said(read(root(1)))).toEqual([expect.stringContaining('1: variants is empty')])
  })

  it('B4: of kinds that are not kept are told once each, and a child of a child is none of the product’s', () => {
    const below = child('Metafield', 51, gid('ProductVariant', 11), { namespace: 'a', key: 'b', value: 'c' })
    const items = read(root(1), variant(11), below, { ...below, id: gid('Metafield', 52) }, child('Moon', 61, one), { __parentId: one }) // biome-ignore format: one line reads better
    expect(said(items)).toEqual([
      '3: Metafield below ProductVariant is not kept',
      '5: Moon below Product is not kept',
      '6: lines without an id below Product is not kept',
    ])
    expect(products(items)[0]!.metafields).toEqual([])
  })

  it('B5: at most a hundred kinds are told of', () => {
    const strange = Array.from({ length: 120 }, (_, i) => child(`Kind${i}`, i + 1, one))
    expect(said(read(root(1), variant(11), ...strange))).toHaveLength(100)
  })
})

describe('a document of products', () => {
  const parse = (text: string) => {
    const reader = new JsonDocumentProducts()
    return [...reader.push(Buffer.from(text)), ...reader.end()]
  }
  const plain = (id: number) => ({ id, title: `P${id}`, handle: `p${id}`, variants: [{ id: id * 10, price: 1 }] })

  it('B6: is a list, a page with `products`, or one product', () => {
    for (const document of [[plain(1), plain(2)], { products: [plain(1), plain(2)] }])
      expect(products(parse(JSON.stringify(document))).map(({ id }) => id)).toEqual([1, 2])
    expect(products(parse(JSON.stringify(plain(3)))).map(({ id }) => id)).toEqual([3])
  })

  it('B7: a product that is cut off or no JSON is a fault; the others are kept', () => {
    const good = JSON.stringify(plain(1))
    expect(said(parse(`[${good},\n{"id":2`))).toEqual(['2: the file ends inside the product that begins here'])
    const broken = parse(`[${good},{"id":nope},${JSON.stringify(plain(3))}]`)
    expect(products(broken).map(({ id }) => id)).toEqual([1, 3])
    expect(said(broken)).toEqual([expect.stringContaining('1: the product ')])
  })
})
