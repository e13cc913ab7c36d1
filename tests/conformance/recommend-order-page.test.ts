import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { bought, createRecommendShop, live, SECTIONS, viewed } from './recommend-shop.ts'

const section = (id: number, type: string, page = 'order_confirm') => ({
  id,
  title: type,
  type,
  page_types: [page],
  position: id,
  max_products: 6,
})

let harness: Harness
let shop: TestShop

/** Shoppers buy dresses (1–8) with lamps (17–24), most often dress 1 with lamp 17. */
beforeAll(async () => {
  harness = await startHarness()
  shop = await createRecommendShop(harness, {
    sections: [section(1, 'cross_sell'), section(2, 'purchases'), section(3, 'personalized')],
  })
  const crowd = Array.from({ length: 30 }, (_, n) => [
    ...[1, 2, 3, 4].map((id) => viewed(id, { visitor: `c${n}`, daysAgo: 3 })),
    bought([1 + (n % 3), 17 + (n % 3)], { visitor: `c${n}`, daysAgo: 3 }),
  ])
  await live(harness, shop, crowd.flat())
})
afterAll(() => harness.close())

type Served = { type: string; products: { product_id: number; product_type: string }[] }

async function orderPage(body: object): Promise<Record<string, Served['products']>> {
  const answer = await harness.post(SECTIONS, { page_type: 'order_status', ...body }, shop)
  expect(answer.status).toBe(200)
  return Object.fromEntries(answer.body.sections.map(({ type, products }: Served) => [type, products]))
}
const typesOf = (products: Served['products'] = []) => new Set(products.map((one) => one.product_type))
const idsOf = (products: Served['products'] = []) => products.map((one) => one.product_id)

describe('the page of an order', () => {
  it('recommends what goes with the order, even if the page does not list the products', async () => {
    await live(harness, shop, [viewed(1, { visitor: 'a' }), bought([1], { visitor: 'a' })])
    const page = await orderPage({ user_id: 'a' })
    expect(idsOf(page.cross_sell)[0]).toBe(17)
    expect(typesOf(page.cross_sell)).not.toContain('Dress')
  })

  it('uses the products that the page lists until the order itself is known', async () => {
    const page = await orderPage({ user_id: 'nobody-yet', cart_product_ids: [2] })
    expect(idsOf(page.cross_sell)[0]).toBe(18)
    expect(Object.values(page).flatMap(idsOf)).not.toContain(2)
  })

  it('recommends no product of the order, but a product from an earlier order that is due again', async () => {
    await live(harness, shop, [bought([40], { visitor: 'b', daysAgo: 45 }), bought([1, 17], { visitor: 'b' })])
    const page = await orderPage({ user_id: 'b' })
    expect(idsOf(page.purchases)).toEqual([40])
    expect(Object.values(page).flatMap(idsOf)).not.toEqual(expect.arrayContaining([1]))
    expect(Object.values(page).flatMap(idsOf)).not.toEqual(expect.arrayContaining([17]))
  })

  it('shows more products of a type that was just bought only if nothing else is left', async () => {
    await live(harness, shop, [...[1, 2, 3].map((id) => viewed(id, { visitor: 'd' })), bought([1], { visitor: 'd' })])
    const page = await orderPage({ user_id: 'd' })
    expect(page.personalized).toHaveLength(6)
    expect(typesOf(page.personalized)).not.toContain('Dress')
  })
})

describe('other pages', () => {
  it('do not change because of what was bought', async () => {
    const home = await createRecommendShop(harness, { sections: [section(1, 'personalized', 'home')] })
    const crowd = Array.from({ length: 10 }, (_, n) =>
      [1, 2, 3, 4].map((id) => viewed(id, { visitor: `c${n}`, daysAgo: 3 })),
    )
    await live(harness, home, [...crowd.flat(), viewed(1, { visitor: 'e' }), bought([1], { visitor: 'e' })])
    const { body } = await harness.post(SECTIONS, { page_type: 'home', user_id: 'e' }, home)
    expect(typesOf(body.sections[0].products)).toContain('Dress')
  })
})
