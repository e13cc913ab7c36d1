import { describe, expect, it } from 'vitest'
import { agentClick, searchEvents, sectionEvents } from './attribution.ts'
import { cartLine, chosenVariant } from './cart-line.ts'
import type { Tracker } from './tracker.ts'

function recording() {
  const sent: [name: string, track: Record<string, unknown>][] = []
  const custom = async (name: string, track: Record<string, unknown>) => void sent.push([name, track])
  return { sent, tracker: { custom } as unknown as Tracker }
}

const products = [{ productId: 1 }, { productId: 2 }]

describe('events of a section', () => {
  it('contain the serve id, the products that were shown and the product that was chosen', async () => {
    const { sent, tracker } = recording()
    const section = { id: 3, sectionServeId: 's', pageType: 'home', products }
    const events = sectionEvents(tracker, { requestId: 'r' }, section, { productId: 9 })
    await events.render()
    await events.view()
    await events.click({ productId: 2, variantId: 5 })
    await events.addToCart({ productId: 2, quantity: 3 })
    expect(sent.map(([name, track]) => [name, (track.products as object[]).length])).toEqual([
      ['svc:section:render', 2],
      ['svc:section:view', 2],
      ['svc:section:click', 1],
      ['svc:section:add_to_cart', 1],
    ])
    for (const [, track] of sent)
      expect(track).toMatchObject({
        section: '3',
        sectionServeId: 's',
        requestId: 'r',
        page: 'home',
        parent: { productId: 9 },
      })
    expect(sent[2]?.[1].products).toMatchObject([{ productId: 2, variantId: 5 }])
    expect(sent[3]?.[1].products).toMatchObject([{ productId: 2, quantity: 3 }])
  })
})

describe('events of a search', () => {
  const answer = { requestId: 'r', products }

  it.each([
    [{}, 'svc:instant_search_triggered', 'svc:search_result_rendered'],
    [{ source: 'instant' }, 'svc:instant_search_triggered', 'svc:instant_search_rendered'],
    [{ searchType: 'image' as const }, 'svc:image_search_triggered', 'svc:image_search_results_rendered'],
  ])('with %o are called %s and %s', async (options, triggered, rendered) => {
    const { sent, tracker } = recording()
    const events = searchEvents(tracker, answer, options)
    await events.triggered()
    await events.rendered()
    expect(sent.map(([name, track]) => [name, (track.products as object[]).length])).toEqual([
      [triggered, 0],
      [rendered, 2],
    ])
  })

  it("carry the answer's id, the search term and the selection", async () => {
    const { sent, tracker } = recording()
    const filters = [{ key: 'color', value: ['Red'] }]
    const events = searchEvents(tracker, answer, { searchTerm: 'mug', filters })
    await events.clicked({ productId: 2 })
    await events.addToCart({ productId: 2, variantId: 4, quantity: 1 })
    await events.filterUpdated()
    await events.filterAppeared(['color', 'size'])
    await searchEvents(tracker, answer, { filters: [] }).filterUpdated()
    for (const [, track] of sent) expect(track).toMatchObject({ request_id: 'r', search_type: 'text' })
    expect(sent.map(([name, track]) => [name, track.filters])).toEqual([
      ['svc:search_result_clicked', filters],
      ['svc:search:add_to_cart', filters],
      ['svc:search_filter_updated', filters],
      [
        'svc:search_filter_appeared',
        [
          { key: 'color', value: null },
          { key: 'size', value: null },
        ],
      ],
      ['svc:search_filter_updated', undefined],
    ])
    expect(sent[1]?.[1]).toMatchObject({
      search_term: 'mug',
      products: [{ product_id: 2, variant_id: 4, quantity: 1 }],
    })
  })
})

describe('the link of a shopping agent', () => {
  it("counts as a click on the answer that contained it; a link without an answer's id does not count", async () => {
    const { sent, tracker } = recording()
    await agentClick(tracker, { productId: 1 }, '?vitrine_request=r')
    await agentClick(tracker, { productId: 1 }, '?vitrine_serve=s')
    await agentClick(tracker, { productId: 1 }, '?q=mug')
    await agentClick(tracker, { productId: 1 })
    expect(sent).toMatchObject([
      ['svc:search_result_clicked', { request_id: 'r', source: 'agent', products: [{ product_id: 1 }] }],
      ['svc:section:click', { serveId: 's', page: 'agent', products: [{ productId: 1 }] }],
    ])
  })
})

describe('a search event', () => {
  it('contains the query of its answer, unless the caller passes another', async () => {
    const { sent, tracker } = recording()
    await searchEvents(tracker, { products, searchMetadata: { query: 'lamp' } }).rendered()
    await searchEvents(tracker, { products, query: 'la' }, { source: 'instant' }).rendered()
    await searchEvents(tracker, { products, query: 'la' }, { searchTerm: 'rug' }).rendered()
    await searchEvents(tracker, { products }, { searchType: 'image' }).rendered()
    expect(sent.map(([, { search_term }]) => search_term)).toEqual(['lamp', 'la', 'rug', undefined])
  })
})

describe('the variant of a cart line', () => {
  const variant = (variantId: number, isInStock: boolean, displayPrice: number | null = variantId) =>
    ({ variantId, isInStock, displayPrice }) as Parameters<typeof chosenVariant>[0]['variants'][number]
  const of = (matchedVariantId: number | null, ...variants: ReturnType<typeof variant>[]) =>
    chosenVariant({ variants, matchedVariantId })?.variantId

  it('is the one that matched, otherwise the first in stock, otherwise the first', () => {
    expect(of(3, variant(1, true), variant(3, false))).toBe(3)
    expect(of(9, variant(1, false), variant(2, true))).toBe(2)
    expect(of(null, variant(1, false), variant(2, false))).toBe(1)
    expect(of(null)).toBeUndefined()
  })

  it('has its own price, or the price of the product', () => {
    const product = { productId: 5, title: 'Mug', displayPrice: 7, displayCurrency: 'EUR' }
    const [own, none] = [cartLine(product, variant(8, true), 2), cartLine(product, variant(8, true, null))]
    expect(own).toEqual({
      quantity: 2,
      merchandise: { id: 8, price: { amount: 8, currencyCode: 'EUR' }, product: { id: 5, title: 'Mug' } },
    })
    expect([none.quantity, none.merchandise.price.amount]).toEqual([1, 7])
  })
})
