import { describe, expect, it } from 'vitest'
import { findContent } from './find-content.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')
const page = (id: number, title: string, parts: object = {}) => ({ id, handle: `h${id}`, title, ...parts })
const find = (entries: object[], query: string, parts: object = {}) =>
  findContent('page', entries as never, { query, locale: 'en', limit: 5, nowMs: NOW, ...parts })
const ids = (...args: Parameters<typeof find>) => find(...args).map(({ id }) => id)

describe('pages found by their title', () => {
  it('F1: begin with those that start with the words, shorter ones first, then in the order of their ids', () => {
    const entries = [
      page(1, 'About our shipping'),
      page(2, 'Shipping and returns'),
      page(4, 'Shipping'),
      page(3, 'Shipping'),
    ]
    expect(ids(entries, 'Ship')).toEqual([3, 4, 2, 1])
    expect(ids(entries, 'ship', { limit: 2 })).toEqual([3, 4])
    expect(ids(entries, 'lamp')).toEqual([])
  })

  it('F2: are published; a date of null means unpublished, and no date published', () => {
    const at = (ms: number) => new Date(NOW + ms).toISOString()
    const entries = [
      page(1, 'Sale'),
      page(2, 'Sale', { published_at: null }),
      page(3, 'Sale', { published_at: at(0) }),
      page(4, 'Sale', { published_at: at(1) }),
    ]
    expect(ids(entries, 'sale')).toEqual([1, 3])
  })

  it('F3: are in the shopper’s language, with their own URL or the platform’s', () => {
    const entry = page(1, 'Returns', { translations: { de: { title: 'Rückgabe' } }, image: 'https://x.example/1.jpg' })
    expect(find([entry], 'rück', { locale: 'de' })).toMatchObject([
      { id: 1, handle: 'h1', title: 'Rückgabe', url: '/pages/h1', image: 'https://x.example/1.jpg' },
    ])
    expect(ids([entry], 'returns', { locale: 'de' })).toEqual([])
    expect(find([page(2, 'A', { url: '/own' })], 'a')[0]).toMatchObject({ url: '/own', image: null })
    const [collection] = findContent('collection', [page(3, 'A')] as never, { query: 'a', locale: 'en', limit: 1, nowMs: NOW }) // biome-ignore format: one line reads better
    expect(collection!.url).toBe('/collections/h3')
  })
})
