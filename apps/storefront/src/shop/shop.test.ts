// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readChoices } from '../components/search-choices.ts'
import en from '../messages/en.json' with { type: 'json' }
import { client, exchanges, tracker } from './api.ts'
import { markFailedPictures } from './failed-pictures.ts'
import type { Filter } from './filters.ts'
import { formatMoney, marketOf, recommendContext, searchContext, shopperMarket } from './market.ts'
import { pictureAt } from './picture-size.ts'
import { rangeWords } from './range-words.ts'
import { createStoredStore } from './store.ts'
import { applyFontsLater, applyTheme, toggleTheme } from './theme.ts'
import { collectionTitle, fill, productCount } from './words.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('the type-ahead', () => {
  const EMPTY = { query: 'm', suggestions: [], trending: [], collections: [], products: [], pages: [], articles: [] }
  const page = (id: number) => ({ id, title: `P${id}`, handle: `h${id}`, highlighted: `<mark>P</mark>${id}` })
  const choices = (answer: object) => readChoices({ ...EMPTY, ...answer } as never)

  it('lists suggestions by kind, each with a link and a unique key', () => {
    const found = choices({
      suggestions: [{ text: 'a b', highlighted: '<mark>a</mark> b' }],
      trending: [{ text: 'not now' }],
      collections: [page(1)],
      products: [{ productId: 1, title: 'Mug', handle: 'mug' }, { productId: 2 }],
      pages: [page(1)],
      articles: [page(1)],
    })
    expect(found.map(({ kind, to, html }) => [kind, to, html])).toEqual([
      ['suggestion', '/search?q=a%20b', '<mark>a</mark> b'],
      ['collection', '/collections/h1', '<mark>P</mark>1'],
      ['product', '/products/1/mug', undefined],
      ['page', '/pages/h1', '<mark>P</mark>1'],
      ['article', '/blogs/journal/h1', '<mark>P</mark>1'],
    ])
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
    expect(found.map(({ key }) => key)).toEqual(['qa b', 'collection1', 'p1', 'page1', 'article1'])
  })

  it('shows trending searches before anything is typed', () => {
    const found = choices({ query: '', suggestions: [{ text: 'x' }], trending: [{ text: 'lamp' }] })
    expect(found).toMatchObject([{ kind: 'trending', text: 'lamp', to: '/search?q=lamp' }])
    expect(found[0]).not.toHaveProperty('html')
  })

  it('reports the product that was chosen', () => {
    const custom = vi.spyOn(tracker, 'custom').mockResolvedValue()
    choices({ products: [{ productId: 7, title: 'Mug', handle: 'mug' }] })[0]?.onChoose?.()
    expect(custom.mock.calls[0]).toMatchObject([
      'svc:search_result_clicked',
      { search_term: 'm', source: 'instant', products: [{ product_id: 7 }] },
    ])
  })
})

describe('the text of a range', () => {
  it.each([
    [{ attributeType: 'price' }, '10:20', '$10.00 – $20.00'],
    [{ attributeType: 'price' }, ':20', '≤ $20.00'],
    [{ attributeType: 'metafield', unit: ' kg', suffix: 'x' }, '1:', '≥ 1 kg'],
    [{ attributeType: 'metafield', suffix: ' pages' }, '1:2', '1 pages – 2 pages'],
    [undefined, '1:2', '1 – 2'],
  ])('%o %s: %s', (filter, value, words) => {
    expect(rangeWords(filter as Filter | undefined, value)).toBe(words)
  })
})

describe('the market of a shopper', () => {
  it('is part of every request: searches name its number, recommendations its handle', () => {
    shopperMarket.set({ handle: 'eu', locale: 'de' })
    expect(searchContext()).toEqual({ market: 2, locale: 'de', currency: 'EUR' })
    expect(recommendContext()).toEqual({ market: 'eu', locale: 'de', currency: 'EUR' })
    expect(formatMoney(1234.5).replaceAll(/\s/g, ' ')).toBe('1.234,50 €')
    expect(formatMoney(3, 'USD')).toContain('$')
    shopperMarket.set({ handle: 'us', locale: 'en' })
    expect([marketOf('uk').currency, marketOf('none').handle]).toEqual(['GBP', 'us'])
  })
})

describe('a picture', () => {
  it('has the smallest sufficient width, and half as much again for dense screens', () => {
    expect(pictureAt('/p', 160)).toEqual({ src: '/p?width=160', srcSet: '/p?width=160, /p?width=320 2x' })
    expect(pictureAt('/p?v=1', 321).src).toBe('/p?v=1&width=480')
    expect(pictureAt('/p', 5000).src).toBe('/p?width=800')
  })

  it('is marked when it cannot be loaded, until another picture loads', () => {
    markFailedPictures()
    const picture = document.createElement('img')
    document.body.replaceChildren(picture)
    picture.dispatchEvent(new Event('error'))
    expect(picture.dataset.failed).toBe('')
    picture.dispatchEvent(new Event('load'))
    expect(picture.dataset.failed).toBeUndefined()
  })
})

describe('a stored value', () => {
  it('is merged with new defaults; corrupt or forbidden storage counts as empty', () => {
    createStoredStore('k', { a: 1 }).set({ a: 2 })
    expect(createStoredStore('k', { a: 1, b: 3 }).get()).toEqual({ a: 2, b: 3 })
    localStorage.setItem('k', '{')
    expect(createStoredStore('k', { a: 1 }).get()).toEqual({ a: 1 })
    vi.stubGlobal('localStorage', undefined)
    const store = createStoredStore('k', { a: 1 })
    store.set({ a: 5 })
    expect(store.get()).toEqual({ a: 5 })
  })
})

describe('the theme', () => {
  const { dataset } = document.documentElement

  it('follows the system until the shopper toggles it', () => {
    for (const matches of [true, false]) {
      localStorage.clear()
      vi.stubGlobal('matchMedia', () => ({ matches }))
      applyTheme()
      toggleTheme()
      const first = dataset.theme
      toggleTheme()
      expect([first, dataset.theme]).toEqual(first === 'light' ? ['light', 'dark'] : ['dark', 'light'])
    }
  })

  it('loads its fonts after the first picture', () => {
    applyFontsLater()
    const [text, picture] = [document.createElement('p'), document.createElement('img')]
    document.body.replaceChildren(text, picture)
    text.dispatchEvent(new Event('load'))
    expect(dataset.fonts).toBeUndefined()
    picture.dispatchEvent(new Event('load'))
    expect(dataset.fonts).toBe('')
  })
})

describe('texts', () => {
  it('have values and plurals; a collection without a text is named by its handle', () => {
    expect(fill('{0} of {1} {2}', 1, 2)).toBe('1 of 2 ')
    expect([productCount(en, 1), productCount(en, 2)]).toEqual([en.oneProduct, fill(en.products, 2)])
    expect(collectionTitle(en, 'new-and-old')).toBe('New and old')
  })
})

describe('the log of calls', () => {
  it('keeps the newest sixty calls and their numbers', async () => {
    vi.stubGlobal('fetch', async () => Response.json({}))
    for (let i = 0; i < 62; i++) await client.init()
    const numbers = exchanges.get().map(({ number }) => number)
    expect([numbers.length, numbers[0]! - numbers.at(-1)!]).toEqual([60, 59])
  })
})
