// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Client } from '../client.ts'
import type { Tracker } from '../events/tracker.ts'
import { defineElements } from './index.ts'

type Reply = object | 'fails' | 'hangs'
const replies: Record<'search' | 'facets' | 'sections', Reply> = { search: {}, facets: {}, sections: {} }
const asked: [name: string, request: Record<string, unknown>, signal: AbortSignal][] = []
const reported: [name: string, products: unknown][] = []

const operation =
  (name: keyof typeof replies) =>
  async (request: Record<string, unknown>, { signal }: { signal: AbortSignal }) => {
    asked.push([name, request, signal])
    const reply = replies[name]
    if (reply === 'fails') throw new Error('away')
    return reply === 'hangs' ? new Promise(() => {}) : reply
  }

const product = (productId: number, more: object = {}) => ({
  productId,
  title: `P${productId} <b>`,
  handle: `p ${productId}`,
  image: { url: '/p.webp', altText: null },
  displayPrice: 5,
  displayCurrency: 'EUR',
  isInStock: true,
  ...more,
})
const ANSWER = {
  requestId: 'r',
  products: [product(1), product(2, { isInStock: false, displayPrice: null })],
  pagination: { page: 2, totalPages: 3, total: 60, hasNextPage: true, hasPrevPage: true },
  searchMetadata: { query: 'mug' },
}
const bucket = (value: string) => ({ value, label: value, count: 2 })
const FACETS = {
  facets: [{ key: 'color', title: 'Color' }],
  aggregations: { color: { buckets: Array.from({ length: 15 }, (_, i) => bucket(`c${i}`)) } },
}

const visible: ((entries: object[]) => void)[] = []
class Observer {
  constructor(tell: (entries: object[]) => void) {
    visible.push(tell)
  }
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeAll(() => {
  vi.stubGlobal('IntersectionObserver', Observer)
  const client = {
    search: operation('search'),
    filterAggregations: operation('facets'),
    sections: operation('sections'),
  } as unknown as Client
  const custom = async (name: string, { products }: { products: { product_id?: number; productId?: number }[] }) =>
    void reported.push([name, products.map((one) => one.product_id ?? one.productId)])
  const tracker = { custom, identity: { visitorId: () => 'v' } } as unknown as Tracker
  defineElements({ client, tracker, words: { next: 'Weiter' } })
})
afterEach(() => {
  document.body.replaceChildren()
  asked.length = 0
  reported.length = 0
  visible.length = 0
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

async function show(html: string, url = '/search') {
  history.replaceState(null, '', url)
  document.body.innerHTML = html
  await settled()
  return document.body.firstElementChild as HTMLElement
}

const buttons = (within: Element) => [...within.querySelectorAll('button')]
const button = (within: Element, text: string) => buttons(within).find((one) => one.textContent === text)!

describe('results', () => {
  it("show the search in the page's URL, with the facets of the same selection", async () => {
    Object.assign(replies, { search: ANSWER, facets: FACETS })
    await show('<vitrine-results></vitrine-results>', '/search?q=mug&color=c1&page=2')
    const appliedFilters = [{ key: 'color', value: ['c1'] }]
    expect(asked.map(([name, request]) => [name, request])).toEqual([
      ['search', { query: 'mug', appliedFilters, sortBy: null, pagination: { page: 2, limit: 24 } }],
      ['facets', { query: 'mug', appliedFilters }],
    ])
    await show('<vitrine-results limit="5"></vitrine-results>')
    expect(asked.find(([, request]) => (request.pagination as { limit?: number })?.limit === 5)).toBeDefined()
  })

  it('are rendered as text, with a button for products that can be bought, and reported', async () => {
    Object.assign(replies, { search: ANSWER, facets: FACETS })
    const element = await show('<vitrine-results></vitrine-results>')
    const cards = [...element.querySelectorAll('.card')]
    expect(cards.map((card) => card.querySelector('a')!.getAttribute('href'))).toEqual([
      '/products/p%201',
      '/products/p%202',
    ])
    expect(cards[0]!.textContent).toContain('P1 <b>')
    expect(cards.map((card) => card.querySelector('.price')!.textContent)).toEqual(['€5.00', ''])
    const states = cards.flatMap(buttons).map(({ textContent, disabled }) => [textContent, disabled])
    expect(states).toEqual([
      ['Add to cart', false],
      ['Sold out', true],
    ])
    expect(element.querySelector('p')!.textContent).toBe('60 products')
    expect(element.hasAttribute('aria-busy')).toBe(false)
    const added: unknown[] = []
    document.body.addEventListener('vitrine-add', (event) => added.push((event as CustomEvent).detail))
    button(cards[0]!, 'Add to cart').click()
    cards[0]!.querySelector('a')!.click()
    expect(added).toEqual([ANSWER.products[0]])
    expect(reported).toEqual([
      ['svc:search_result_rendered', [1, 2]],
      ['svc:search:add_to_cart', [1]],
      ['svc:search_result_clicked', [1]],
    ])
  })

  it('go to other pages, and back to page 1 when the selection changes', async () => {
    Object.assign(replies, { search: ANSWER, facets: FACETS })
    const element = await show('<vitrine-results></vitrine-results>', '/search?q=mug&page=2&color=c0')
    button(element, 'Weiter').click()
    expect(location.search).toBe('?q=mug&color=c0&page=3')
    await settled()
    button(element, 'Previous').click()
    expect(location.search).toBe('?q=mug&color=c0')
    await settled()
    const boxes = [...element.querySelectorAll('input')]
    expect([boxes.length, boxes.filter(({ checked }) => checked).length, boxes[0]!.checked]).toEqual([12, 1, true])
    boxes[1]!.checked = true
    boxes[1]!.dispatchEvent(new Event('change'))
    expect(location.search).toBe('?q=mug&color=c0&color=c1')
    await settled()
    const [first] = element.querySelectorAll('input')
    first!.checked = false
    first!.dispatchEvent(new Event('change'))
    expect(location.search).toBe('?q=mug&color=c1')
  })

  it('have links to the previous and the next page', async () => {
    const pagination = { ...ANSWER.pagination, page: 5, totalPages: 9 }
    Object.assign(replies, { search: { ...ANSWER, pagination }, facets: FACETS })
    for (const [label, page] of Object.entries({ Previous: 4, Weiter: 6 })) {
      const element = await show('<vitrine-results></vitrine-results>', '/search?q=mug&page=5')
      button(element, label).click()
      expect(new URLSearchParams(location.search).get('page')).toBe(String(page))
    }
  })

  it('disable the buttons for pages before the first and after the last', async () => {
    const pagination = { ...ANSWER.pagination, hasNextPage: false, hasPrevPage: false }
    Object.assign(replies, { search: { ...ANSWER, pagination }, facets: FACETS })
    const element = await show('<vitrine-results></vitrine-results>')
    expect([button(element, 'Weiter').disabled, button(element, 'Previous').disabled]).toEqual([true, true])
  })

  it('show an error if the search fails, and search again when the URL changes', async () => {
    Object.assign(replies, { search: 'fails', facets: FACETS })
    const element = await show('<vitrine-results></vitrine-results>')
    expect(element.querySelector('[role=alert]')!.textContent).toBe('Search is not available right now.')
    replies.search = ANSWER
    dispatchEvent(new Event('popstate'))
    await settled()
    expect(element.querySelector('[role=alert]')).toBeNull()
  })

  it('abort a request when another replaces it or the element is removed', async () => {
    Object.assign(replies, { search: 'hangs', facets: 'hangs' })
    const element = await show('<vitrine-results></vitrine-results>')
    expect(element.getAttribute('aria-busy')).toBe('true')
    dispatchEvent(new Event('popstate'))
    expect(asked.map(([, , signal]) => signal.aborted)).toEqual([true, true, false, false])
    element.remove()
    expect(asked.every(([, , signal]) => signal.aborted)).toBe(true)
    dispatchEvent(new Event('popstate'))
    expect(asked).toHaveLength(4)
  })
})

describe('recommendations', () => {
  const section = (id: number, products: object[]) => ({ id, title: `S${id}`, sectionServeId: `s${id}`, products })

  it('are requested for the page and its cart, once for attributes that are set together', async () => {
    replies.sections = { requestId: 'r', sections: [] }
    const element = await show('<vitrine-recommendations cart-product-ids="4,,5"></vitrine-recommendations>')
    expect(asked.map(([, request]) => request)).toEqual([
      { pageType: 'home', productId: null, cartProductIds: ['4', '5'], userId: 'v' },
    ])
    element.setAttribute('page-type', 'product')
    element.setAttribute('product-id', '7')
    await settled()
    expect(asked.slice(1).map(([, request]) => request)).toMatchObject([{ pageType: 'product', productId: '7' }])
  })

  it('are not requested for a product page before its product is known', async () => {
    await show('<vitrine-recommendations page-type="product"></vitrine-recommendations>')
    expect(asked).toEqual([])
  })

  it('show only sections with products, and report a view when a section is first on screen', async () => {
    replies.sections = { requestId: 'r', sections: [section(1, [product(1)]), section(2, [])] }
    const element = await show('<vitrine-recommendations></vitrine-recommendations>')
    expect([...element.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(['S1'])
    const row = element.querySelector('section')
    visible.at(-1)!([{ isIntersecting: false, target: row }])
    expect(reported.map(([name]) => name)).toEqual(['svc:section:render'])
    visible.at(-1)!([{ isIntersecting: true, target: row }])
    button(element, 'Add to cart').click()
    element.querySelector('a')!.click()
    expect(reported).toEqual([
      ['svc:section:render', [1]],
      ['svc:section:view', [1]],
      ['svc:section:add_to_cart', [1]],
      ['svc:section:click', [1]],
    ])
  })

  it('leave the page unchanged if the service fails', async () => {
    replies.sections = 'fails'
    const element = await show('<vitrine-recommendations>before</vitrine-recommendations>')
    expect(element.textContent).toBe('before')
  })
})

describe('the search box', () => {
  it('needs an input', () => {
    const box = document.createElement('vitrine-search-box') as HTMLElement & { connectedCallback(): void }
    expect(() => box.connectedCallback()).toThrow('needs an <input> inside')
  })
})
