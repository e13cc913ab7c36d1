import type { SectionConfig, ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRecommendContext } from '../recommend/open-recommend-context.ts'
import { openRecommendShop } from '../recommend/testing/recommend-shop.ts'
import { orders, type ProductSpec, visits } from '../recommend/testing/shop-context.ts'
import { type PagePlan, planPage } from './plan-page.ts'
import type { SectionPage } from './section-page.ts'
import { HOME_PAGE } from './testing/home-page.ts'

const PRODUCTS: ProductSpec[] = Array.from({ length: 30 }, (_, i) => ({
  id: i + 1,
  title: `Thing ${i + 1}`,
  productType: i < 15 ? 'Mugs' : 'Lamps',
  collections: i % 2 === 0 ? ['even'] : [],
  tags: i < 4 ? ['first'] : [],
}))
const EVENTS = [...orders(9, [1, 2]), ...orders(5, [3]), ...visits(4, [1, 5, 6]), ...visits(3, [1, 7])]
const section = (id: number, parts: Partial<SectionConfig> = {}): SectionConfig =>
  ({ id, title: `S${id}`, type: 'bestsellers', page_type: 'home', ...parts }) as SectionConfig

async function openPage(config: ShopConfigInput = {}, history: object = {}) {
  const opened = await openRecommendShop({ products: PRODUCTS, events: EVENTS, config, history })
  onTestFinished(() => opened.close())
  const context = await openRecommendContext(opened.deps, opened.call({}))
  const plan = (sections: SectionConfig[], page: Partial<SectionPage> = {}, more: Partial<PagePlan> = {}) =>
    planPage(opened.deps, {
      context,
      page: { ...HOME_PAGE, ...page },
      assignments: [],
      sections,
      placed: new Set(),
      cursor: null,
      ...more,
    })
  return { plan, context }
}
const ids = (planned: Awaited<ReturnType<typeof planPage>>) =>
  planned.map(({ page }) => page.candidates.map(({ productId }) => productId))

describe('the sections of a page', () => {
  it('P1: have twelve products by default, and no product appears twice on the page', async () => {
    const { plan } = await openPage()
    const [first, second] = ids(await plan([section(1), section(2, { max_products: 5 })]))
    expect([first!.length, second!.length]).toEqual([12, 5])
    expect(new Set([...first!, ...second!]).size).toBe(17)
  })

  it('P2: have neither the product of the page nor products in the cart', async () => {
    const { plan } = await openPage()
    const [shown] = ids(await plan([section(1, { max_products: 30 })], { productId: 1, cart: [2, 3] }))
    expect(shown).toHaveLength(27)
    for (const id of [1, 2, 3]) expect(shown).not.toContain(id)
  })

  it('P3: are left out below their minimum, and then take no products from the next', async () => {
    const { plan } = await openPage()
    const large = section(1, { min_products: 31, max_products: 50 })
    const planned = await plan([large, section(2, { max_products: 30 })])
    expect([planned.map((one) => one.section.id), ids(planned)[0]!.length]).toEqual([[2], 30])
    expect(ids(await plan([section(1, { min_products: 30, max_products: 50 })]))[0]).toHaveLength(30)
    const none = section(3, { type: 'custom', product_ids: [999] } as never)
    expect(await plan([none])).toEqual([])
    expect(await plan([{ ...none, min_products: 0 }])).toHaveLength(1)
  })

  it('P4: that are already on the page choose the same products, but are not returned', async () => {
    const { plan } = await openPage()
    const sections = [section(1, { max_products: 3 }), section(2, { max_products: 3 })]
    const both = ids(await plan(sections))
    const again = await plan(sections, {}, { placed: new Set(['1']) })
    expect([again.map((one) => one.section.id), ids(again)[0]]).toEqual([[2], both[1]])
  })

  it('P5: continue from a cursor without products of the other sections; a cursor of another page is refused', async () => {
    const { plan } = await openPage()
    const sections = [section(1, { max_products: 3 }), section(2, { max_products: 3 })]
    const [first, second] = await plan(sections)
    const cursor = second!.page.cursor!
    const [more] = await plan(sections, {}, { cursor, placed: new Set(['1']) })
    expect([more!.section.id, more!.page.firstPosition]).toEqual([2, 4])
    const beside = new Set(ids([first!, second!]).flat())
    for (const { productId } of more!.page.candidates) expect(beside.has(productId)).toBe(false)
    await expect(plan(sections, { collection: 'even' }, { cursor })).rejects.toMatchObject({
      items: [{ path: ['cursor'] }],
    })
    await expect(plan([sections[0]!], {}, { cursor })).rejects.toMatchObject({ items: [{ path: ['cursor'] }] })
  })

  it('P6: depend on the product of the page, unless it was deleted', async () => {
    const { plan } = await openPage()
    const similar = [section(1, { type: 'similar_products', max_products: 14 })]
    const [mugs] = ids(await plan(similar, { type: 'product', productId: 4 }))
    expect(mugs!.every((id) => id <= 15)).toBe(true)
    const [any] = ids(await plan(similar, { type: 'product', productId: 999 }))
    expect(any).toHaveLength(14)
  })

  it('P7: show only products of their own collection, or else of the page’s, and with the requested tags', async () => {
    const { plan } = await openPage()
    const own = [section(1, { collection: 'even', max_products: 30 })]
    expect(ids(await plan(own))[0]!.every((id) => id % 2 === 1)).toBe(true)
    const popular = [section(1, { max_products: 30 })]
    const [paged] = ids(await plan(popular, { type: 'collection', collection: 'even' }))
    expect(paged!.every((id) => id % 2 === 1)).toBe(true)
    const [elsewhere] = ids(await plan(popular, { collection: 'even' }))
    expect(elsewhere!.some((id) => id % 2 === 0)).toBe(true)
    expect(ids(await plan(popular, { tags: ['first'] }))[0]!.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
  })

  it('P8: use the shopper’s known cart if the request has none', async () => {
    const { plan } = await openPage({}, { cartProducts: [1] })
    const personal = [section(1, { type: 'personalized', max_products: 30 })]
    expect(ids(await plan(personal))[0]).not.toContain(1)
    expect(ids(await plan(personal, { cart: [] }))[0]).toContain(1)
  })

  it('P9: on the page of an order end with kinds that were just bought', async () => {
    const { plan } = await openPage()
    const sections = [section(1, { max_products: 30 })]
    const [after] = ids(await plan(sections, { type: 'order_status', cart: [1] }))
    expect(after!.slice(0, 15).every((id) => id > 15)).toBe(true)
    const [before] = ids(await plan(sections, { cart: [1] }))
    expect(before!.slice(0, 15).some((id) => id <= 15)).toBe(true)
  })
})
