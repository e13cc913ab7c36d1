import { productNumber } from '../../ports/record-store/item-number.ts'
import { completeConfig } from '@vitrine/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import {
  type CatalogDeps,
  deleteProduct,
  findProduct,
  importFile,
  putProduct,
  putProductLines,
} from './manage-products.ts'

const SHOP = 'a.example'
async function open() {
  const store = sqliteRecordStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  await store.putShop(SHOP, completeConfig({}))
  const waited: number[] = []
  const deps: CatalogDeps = { store, clock: () => 0, whenFindable: async (_, seq) => void waited.push(seq) }
  return { deps, store, waited }
}
const raw = (id: number, parts: object = {}) => ({ id, title: `P${id}`, handle: `p${id}`, variants: [{ id: id * 10, price: 1 }], ...parts }) // biome-ignore format: one line reads better
async function* bytes(text: string) {
  yield Buffer.from(text)
}
const lines = (...values: unknown[]) => bytes(values.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('')) // biome-ignore format: one line reads better

describe('one product', () => {
  it('M1: is created, then replaced, and the answer says which', async () => {
    const { deps } = await open()
    expect(await putProduct(deps, SHOP, '7', raw(7), 'stored')).toMatchObject({ created: true, product: { id: 7 } })
    const again = await putProduct(deps, SHOP, '7', { product: raw(7, { title: 'New' }) }, 'stored')
    expect(again).toMatchObject({ created: false, product: { title: 'New' } })
    expect(await findProduct(deps, SHOP, '7')).toMatchObject({ id: 7, title: 'New' })
  })

  it('M2: has the id of the path; an id in the body must be the same', async () => {
    const { deps } = await open()
    const { id: _, ...without } = raw(7)
    expect((await putProduct(deps, SHOP, 'gid://shopify/Product/7', without, 'stored')).product.id).toBe(7)
    await expect(putProduct(deps, SHOP, '7', raw(8), 'stored')).rejects.toThrow('differs from the id in the path')
    await expect(putProduct(deps, SHOP, 'x', raw(7), 'stored')).rejects.toThrow('differs from the id in the path')
    await expect(putProduct(deps, SHOP, ' ', raw(7), 'stored')).rejects.toThrow('is not an id')
    await expect(putProduct(deps, SHOP, '7', 'x', 'stored')).rejects.toMatchObject({ status: 400 })
    await expect(putProduct(deps, SHOP, '7', raw(7, { variants: [] }), 'stored')).rejects.toThrow('variants is empty')
    await expect(putProduct(deps, 'b.example', '7', raw(7), 'stored')).rejects.toMatchObject({ status: 404 })
  })

  it('M2b: keeps a text id from the path, and is found by it and by its number', async () => {
    const { deps } = await open()
    const { id: _, ...without } = raw(7)
    const { product } = await putProduct(deps, SHOP, 'prod_01H', without, 'stored')
    expect(product).toMatchObject({ id: productNumber('prod_01H'), external_id: 'prod_01H' })
    for (const id of ['prod_01H', String(product.id)])
      expect(await findProduct(deps, SHOP, id)).toEqual({ ...product, member_of: [] })
    expect((await putProduct(deps, SHOP, String(product.id), product, 'stored')).product).toEqual(product)
  })

  it('M2c: lists all its collections, whether from its own data, a list or a rule', async () => {
    const { deps, store } = await open()
    const collections = [
      { id: 1, handle: 'own', title: 'Own word' },
      { id: 2, handle: 'listed', title: 'Listed', product_ids: [7] },
      { id: 3, handle: 'ruled', title: 'Ruled', rules: [{ column: 'tag', relation: 'equals', condition: 'New' }] },
      { id: 4, handle: 'other', title: 'Other', rules: [{ column: 'tag', relation: 'equals', condition: 'Old' }] },
    ]
    await store.putShop(SHOP, completeConfig({ collections } as never))
    await putProduct(deps, SHOP, '7', raw(7, { collections: ['1'], tags: 'new' }), 'stored')
    const { member_of: memberOf } = await findProduct(deps, SHOP, '7')
    expect(memberOf.map(({ title }) => title).sort()).toEqual(['Listed', 'Own word', 'Ruled'])
  })

  it('M3: is neither found nor deleted if it does not exist', async () => {
    const { deps } = await open()
    await putProduct(deps, SHOP, '7', raw(7), 'stored')
    await deleteProduct(deps, SHOP, '7', 'stored')
    for (const id of ['7', '8', 'x']) {
      await expect(findProduct(deps, SHOP, id)).rejects.toMatchObject({ status: 404 })
      await expect(deleteProduct(deps, SHOP, id, 'stored')).rejects.toMatchObject({ status: 404 })
    }
  })

  it('M4: is confirmed once it is stored or once search can find it, as requested', async () => {
    const { deps, store, waited } = await open()
    await putProduct(deps, SHOP, '7', raw(7), 'stored')
    expect(waited).toEqual([])
    await putProduct(deps, SHOP, '7', raw(7, { title: 'New' }), 'findable')
    await deleteProduct(deps, SHOP, '7', 'findable')
    expect(waited).toEqual([2, await store.lastChange(SHOP)])
  })
})

describe('many products', () => {
  it('M5: are stored from every valid line; invalid lines are reported in order', async () => {
    const { deps } = await open()
    const result = await putProductLines(
      deps,
      SHOP,
      lines(raw(1), '{', raw(2), raw(3, { title: '' }), raw(1)),
      'stored',
    )
    expect(result.accepted).toBeGreaterThanOrEqual(2)
    expect(result.rejected.map(({ line }) => line)).toEqual([2, 4])
    expect(await findProduct(deps, SHOP, '2')).toMatchObject({ id: 2 })
    await expect(putProductLines(deps, 'b.example', lines(raw(1)), 'stored')).rejects.toMatchObject({ status: 404 })
  })

  it('M6: report only some of very many invalid lines, and count the rest', async () => {
    const { deps } = await open()
    const { rejected, accepted } = await putProductLines(deps, SHOP, lines(...Array.from({ length: 3000 }, () => '{')), 'stored') // biome-ignore format: one line reads better
    const last = rejected.at(-1)!
    expect([accepted, last.line]).toEqual([0, rejected.length])
    expect(last.error).toBe(`and ${3000 - (rejected.length - 1)} more lines were rejected`)
    const few = await putProductLines(deps, SHOP, lines('{', '{'), 'stored')
    expect(few.rejected).toHaveLength(2)
  })

  it('M7: are read from a file of any format, and confirmed when stored or findable, as requested', async () => {
    const { deps, waited } = await open()
    const report = await importFile(deps, SHOP, bytes(JSON.stringify([raw(1), raw(2)])), { answerWhen: 'findable' })
    expect(report).toMatchObject({ created: 2, rejected: 0 })
    expect(waited).toHaveLength(1)
    await expect(importFile(deps, 'b.example', bytes('[]'), { answerWhen: 'stored' })).rejects.toMatchObject({
      status: 404,
    })
  })
})
