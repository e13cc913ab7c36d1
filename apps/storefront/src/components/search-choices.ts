/** Merges all kinds of suggestions into one list for the arrow keys. */
import type { Client } from '@vitrine/client'
import { searchEvents } from '@vitrine/client/events'
import { tracker } from '../shop/api.ts'
import { asProducts, productPath, type ShopProduct } from '../shop/product.ts'

export type InstantAnswer = Awaited<ReturnType<Client['instantSearch']>>

export interface Choice {
  kind: 'suggestion' | 'trending' | 'collection' | 'product' | 'page' | 'article'
  key: string
  text: string
  /** The service escapes this HTML; its only tag is `<mark>`. */
  html?: string
  to: string
  product?: ShopProduct
  onChoose?: () => void
}

export function readChoices(answer: InstantAnswer): Choice[] {
  const words =
    answer.query === '' ? answer.trending.map((one) => ({ ...one, highlighted: undefined })) : answer.suggestions
  const events = searchEvents(tracker, answer, { searchTerm: answer.query, source: 'instant' })
  const content = (kind: Choice['kind'], list: InstantAnswer['pages']): Choice[] =>
    list.map((one) => ({
      kind,
      key: kind + one.id,
      text: one.title,
      html: one.highlighted,
      to: contentPath(kind, one),
    }))
  return [
    ...words.map(
      (one): Choice => ({
        kind: answer.query === '' ? 'trending' : 'suggestion',
        key: `q${one.text}`,
        text: one.text,
        ...(one.highlighted ? { html: one.highlighted } : {}),
        to: `/search?q=${encodeURIComponent(one.text)}`,
      }),
    ),
    ...content('collection', answer.collections),
    ...asProducts(answer.products).map(
      (product): Choice => ({
        kind: 'product',
        key: `p${product.productId}`,
        text: product.title,
        to: productPath(product),
        product,
        onChoose: () => void events.clicked({ productId: product.productId }),
      }),
    ),
    ...content('page', answer.pages),
    ...content('article', answer.articles),
  ]
}

function contentPath(kind: Choice['kind'], one: { handle: string }): string {
  if (kind === 'collection') return `/collections/${one.handle}`
  return kind === 'page' ? `/pages/${one.handle}` : `/blogs/journal/${one.handle}`
}
