import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { createRecommendShop, SECTIONS } from './recommend-shop.ts'

const section = (id: number, changes: object = {}) => ({
  id,
  title: `Section ${id}`,
  type: 'bestsellers',
  page_types: ['home'],
  position: id,
  max_products: 4,
  ...changes,
})

const config = {
  markets: [{ id: 1, handle: 'eu', name: 'Europe', currency: 'EUR' }],
  currency_rates: { EUR: 0.5 },
  experiences: [
    {
      id: 9,
      name: 'Hero test',
      variants: [
        { key: 'a', weight: 1 },
        { key: 'b', weight: 1, recommend: { replace: { trending: 'recent_launch' } } },
      ],
    },
    { id: 10, name: 'Paused', status: 'paused', variants: [{ key: 'x', weight: 1 }] },
  ],
  sections: [
    section(1, {
      layout: 'grid',
      location: 'top',
      extra: { arrows: true },
      discount_config: { type: 'percentage', value: 10 },
      show_discount_label: true,
      translations: { de: { title: 'Beliebt' } },
    }),
    section(2, { type: 'recent_launch' }),
    section(3, { type: 'promoted', product_ids: [40, 39, 38], page_types: ['home', 'cart'] }),
    section(4, { type: 'promoted', product_ids: [40, 7], min_products: 2 }),
    section(5, { status: 'draft', type: 'trending' }),
    section(6, { eligibility: { markets: ['eu'] } }),
    section(7, { page_types: ['search'], eligibility: { zipcodes: ['10*', 'SW1A 1AA'] } }),
    section(8, { page_types: ['checkout'], eligibility: { min_cart_value: 50, max_cart_value: 100 } }),
    section(11, { page_types: ['collection'], eligibility: { collections: ['home'] } }),
    section(12, { page_types: ['other'], eligibility: { tags: ['wool'] } }),
    section(13, { page_types: ['product_page'], type: 'similar_products' }),
    section(14, { page_types: ['product'], type: 'bought_together' }),
    section(15, { page_types: ['blog'], experience_id: 9, variant: 'a' }),
    section(16, { page_types: ['blog'], experience_id: 9, variant: 'b', type: 'trending' }),
    section(17, { page_types: ['blog'], experience_id: 10, variant: 'x' }),
    section(18, { page_types: ['cart'], type: 'cross_sell' }),
  ],
}

let harness: Harness
let shop: TestShop
beforeAll(async () => {
  harness = await startHarness()
  shop = await createRecommendShop(harness, config)
})
afterAll(() => harness.close())

const page = (body: object, headers: Record<string, string> = {}) => harness.post(SECTIONS, body, shop, headers)
// biome-ignore lint/suspicious/noExplicitAny: black-box cases look at whatever came back
const idsOn = (body: any): number[] => body.sections.map((each: { id: number }) => each.id)
// biome-ignore lint/suspicious/noExplicitAny: black-box cases look at whatever came back
const productsOn = (body: any): number[] =>
  body.sections.flatMap((each: { products: { product_id: number }[] }) => each.products.map((one) => one.product_id))

describe('sections', () => {
  it('contain every field of the contract', async () => {
    const { status, body, headers } = await page({ page_type: 'home', page_url: 'https://shop.example/', user_id: 'v' })
    expect(status).toBe(200)
    expect(body.request_id).toBe(headers.get('x-request-id'))
    expect(body).toMatchObject({
      visit_id: expect.any(String),
      product: null,
      token: expect.any(String),
      config: { shop: { currency: 'USD' } },
    })
    expect(body.sections[0]).toMatchObject({
      id: 1,
      section_serve_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      page_type: 'home',
      experience_id: null,
      layout: 'grid',
      location: 'top',
      type: 'bestsellers',
      position: 1,
      title: 'Section 1',
      extra: { arrows: true },
      discount_config: { type: 'percentage', value: 10 },
      show_discount_label: true,
      translations: { de: { title: 'Beliebt' } },
      cursor: expect.any(String),
      hasMore: true,
    })
    const [first] = body.sections[0].products
    expect(first.variants[0].price).toMatch(/^\d+\.\d\d$/)
    expect(first).toMatchObject({
      tags: expect.any(String),
      price: expect.any(Number),
      image: { altText: expect.any(String) },
    })
  })

  it('repeat no product on a page, and are left out if they cannot reach their minimum', async () => {
    const { body } = await page({ page_type: 'home' })
    expect(idsOn(body)).toEqual([1, 2, 3])
    const products = productsOn(body)
    expect(new Set(products).size).toBe(products.length)
    expect(body.sections[2].products.map((one: { product_id: number }) => one.product_id)).toEqual([40, 39, 38])
  })

  it('exclude what is in the cart and the product of the page', async () => {
    const cart = await page({ page_type: 'cart', cart_product_ids: [39, 1] })
    expect(productsOn(cart.body)).not.toContain(39)
    expect(productsOn(cart.body)).not.toContain(1)
    const { body } = await page({ page_type: 'product_page', product_id: 17 })
    expect(idsOn(body)).toEqual([13, 14])
    expect(body.sections[0].page_type).toBe('product')
    expect(productsOn(body)).not.toContain(17)
    expect(body.product).toMatchObject({ product_id: 17, title: 'Lamp number 17' })
  })

  it('can be selected, and do not repeat what is shown already', async () => {
    expect(idsOn((await page({ page_type: 'home', sections: ['2'] })).body)).toEqual([2])
    const whole = (await page({ page_type: 'home' })).body
    const later = (await page({ page_type: 'home', sections: ['2'], placed_sections: ['1'] })).body
    const first = whole.sections[0].products.map((one: { product_id: number }) => one.product_id)
    for (const id of productsOn(later)) expect(first).not.toContain(id)
  })

  it('load more products of one section without repetition', async () => {
    const { body } = await page({ page_type: 'home', sections: [2] })
    const seen = productsOn(body)
    let cursor = body.sections[0].cursor
    while (cursor) {
      const more = await page({ page_type: 'home', sections: [2], cursor })
      expect(idsOn(more.body)).toEqual([2])
      seen.push(...productsOn(more.body))
      cursor = more.body.sections[0].cursor
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(40)
    const forged = await page({ page_type: 'home', sections: [2], cursor: 'x.y' })
    expect(forged.status).toBe(400)
    expect(forged.body).toEqual({ error: 400, message: expect.stringContaining('cursor') })
  })

  it('load more products of one section without those that other sections on the page show', async () => {
    const first = (await page({ page_type: 'home', user_id: 'more' })).body
    const shown = productsOn(first)
    const placed = idsOn(first)
    let cursor: string | null = first.sections[0].cursor
    for (let pages = 0; cursor && pages < 20; pages++) {
      const { body } = await page({ page_type: 'home', user_id: 'more', cursor, placed_sections: placed })
      expect(idsOn(body)).toEqual([1])
      for (const id of productsOn(body)) expect(shown).not.toContain(id)
      shown.push(...productsOn(body))
      cursor = body.sections[0].cursor
    }
    expect(shown).toHaveLength(40)
  })

  it('show on each product what is saved, according to the section’s discount_config', async () => {
    const { body } = await page({ page_type: 'home', market: 'eu' })
    const [one] = body.sections[0].products
    expect(one.discount).toMatchObject({ percent: 10, label: '-10%' })
    expect(one.discount.price).toBeCloseTo(one.display_price * 0.9)
    expect(body.sections[1].products[0].discount).toBeNull()
  })

  it('include drafts only in previews with an admin key', async () => {
    expect(idsOn((await page({ page_type: 'home', preview: true })).body)).not.toContain(5)
    const wrong = await page({ page_type: 'home', preview: true }, { 'x-admin-key': 'vak_wrong' })
    expect(wrong.status).toBe(200)
    expect(idsOn(wrong.body)).not.toContain(5)
    expect(
      idsOn((await page({ page_type: 'home', preview: true }, { 'x-admin-key': harness.adminKey })).body),
    ).toContain(5)
  })

  it('are in the shopper’s language and currency', async () => {
    const { body } = await page({ page_type: 'home', locale: 'de-AT', market: 'eu' })
    expect(body.sections[0].title).toBe('Beliebt')
    const [one] = body.sections[0].products
    expect(one).toMatchObject({ display_currency: 'EUR', original_currency: 'USD', currency_rate: 0.5 })
    expect(one.display_price).toBeCloseTo(one.price * 0.5)
    expect(idsOn(body)).toContain(6)
  })

  it.each([
    ['zip prefix', { page_type: 'search', zipcode: '10115' }, [7]],
    ['whole zip', { page_type: 'search', zipcode: 'sw1a1aa' }, [7]],
    ['another zip', { page_type: 'search', zipcode: '20095' }, []],
    ['no zip', { page_type: 'search' }, []],
    ['cart value within', { page_type: 'checkout', cart_value: '75.50' }, [8]],
    ['cart value below', { page_type: 'checkout', cart_value: 10 }, []],
    ['cart value above', { page_type: 'checkout', cart_value: 101 }, []],
    ['collection by handle', { page_type: 'collection', collection: 'home' }, [11]],
    ['collection by id', { page_type: 'collection', collection: 502 }, [11]],
    ['another collection', { page_type: 'collection', collection: 'clothes' }, []],
    ['tag', { page_type: 'other', tags: ['Wool'] }, [12]],
    ['no tag', { page_type: 'other' }, []],
  ])('are eligible by %s', async (_, body, expected) => {
    expect(idsOn((await page(body)).body)).toEqual(expected)
  })

  it('are limited to the collection or tag of the page', async () => {
    const home = (await page({ page_type: 'collection', collection: 'home' })).body
    for (const one of home.sections[0].products) expect(['Lamp', 'Rug', 'Mug']).toContain(one.product_type)
    const wool = (await page({ page_type: 'other', tags: ['wool'] })).body
    for (const one of wool.sections[0].products) expect(one.tags).toContain('wool')
  })

  it('fail with a number and a message', async () => {
    for (const bad of [{ page_type: 'product' }, { page_type: 'nope' }, { page_type: 'home', product_id: true }]) {
      const { status, body } = await page(bad)
      expect(status).toBe(400)
      expect(body).toEqual({ error: 400, message: expect.any(String) })
    }
  })
})

describe('experiences', () => {
  const blog = async (body: object) => (await page({ page_type: 'blog', ...body })).body

  it('give a visitor the same variant every time, and split visitors by weight', async () => {
    const variants = new Map<string, number>()
    for (let i = 0; i < 60; i++) {
      const { experience, sections } = await blog({ user_id: `visitor-${i}` })
      expect((await blog({ user_id: `visitor-${i}` })).experience).toEqual(experience)
      expect(idsOn({ sections })).toEqual([experience.variant === 'a' ? 15 : 16])
      variants.set(experience.variant, (variants.get(experience.variant) ?? 0) + 1)
    }
    expect(variants.get('a')).toBeGreaterThan(15)
    expect(variants.get('b')).toBeGreaterThan(15)
  })

  it('can be forced by qs, even if they are paused', async () => {
    const forced = await blog({ user_id: 'v', qs: '?exp_9=b' })
    expect(forced.experience).toEqual({ id: 9, name: 'Hero test', variant: 'b', qs: 'exp_9=b' })
    expect(forced.sections[0]).toMatchObject({ id: 16, experience_id: 9, type: 'recent_launch' })
    expect(idsOn(await blog({ user_id: 'v', qs: 'exp_10=x' }))).toContain(17)
    expect((await blog({ user_id: 'v', qs: 'exp_9=nope' })).experience.variant).toMatch(/^[ab]$/)
  })

  it('move no other visitor when a variant is disabled', async () => {
    const three = [1, 1, 1].map((weight, i) => ({ key: `k${i}`, weight }))
    const mine = await createRecommendShop(harness, {
      experiences: [{ id: 1, name: 'Three', variants: three }],
      sections: [section(1, { experience_id: 1 })],
    })
    const variantOf = async (visitor: string) =>
      (await harness.post(SECTIONS, { page_type: 'home', user_id: visitor }, mine)).body.experience.variant
    const visitors = Array.from({ length: 30 }, (_, i) => `w-${i}`)
    const before = await Promise.all(visitors.map(variantOf))
    three[1] = { key: 'k1', weight: 0 }
    await harness.admin('PATCH', `/shops/${mine.shop}/config`, {
      experiences: [{ id: 1, name: 'Three', variants: three }],
    })
    const after = await Promise.all(visitors.map(variantOf))
    before.forEach((variant, i) => {
      if (variant !== 'k1') expect(after[i]).toBe(variant)
      else expect(after[i]).not.toBe('k1')
    })
  })
})
