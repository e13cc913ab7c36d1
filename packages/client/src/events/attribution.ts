/** Attribution events for a response, whose ids connect clicks with it. */
import type { CustomEventName } from '@vitrine/contract'
import type { ProductId } from '../types.ts'
import type { Tracker } from './tracker.ts'

interface ProductRef {
  productId: ProductId
  variantId?: ProductId
  quantity?: number
}

export interface SectionsAnswer {
  requestId: string
}

export interface ServedSection {
  id: number | string
  sectionServeId: string
  pageType?: string
  products: readonly { productId: number }[]
}

export interface SectionEvents {
  render(): Promise<void>
  view(): Promise<void>
  click(product: ProductRef): Promise<void>
  addToCart(product: ProductRef): Promise<void>
}

export function sectionEvents(
  tracker: Tracker,
  answer: SectionsAnswer,
  section: ServedSection,
  parent?: Pick<ProductRef, 'productId' | 'variantId'>,
): SectionEvents {
  const send = (name: CustomEventName, products: readonly ProductRef[]) =>
    tracker.custom(name, {
      section: String(section.id),
      sectionServeId: section.sectionServeId,
      requestId: answer.requestId,
      page: section.pageType,
      parent,
      products: products.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity })),
    })
  return {
    render: () => send('svc:section:render', section.products),
    view: () => send('svc:section:view', section.products),
    click: (product) => send('svc:section:click', [product]),
    addToCart: (product) => send('svc:section:add_to_cart', [product]),
  }
}

export interface SearchAnswer {
  requestId?: string
  query?: string
  searchMetadata?: { query?: string; searchType?: string }
  products: readonly { productId: number }[]
}

export interface SearchEventOptions {
  /** Default: the query of the answer. */
  searchTerm?: string
  searchType?: 'text' | 'image'
  /** instant, search_page, … */
  source?: string
  /** The complete current selection. */
  filters?: readonly { key: string; value: readonly string[] | null }[]
}

export interface SearchEvents {
  triggered(): Promise<void>
  rendered(): Promise<void>
  clicked(product: ProductRef): Promise<void>
  addToCart(product: ProductRef): Promise<void>
  filterAppeared(keys: readonly string[]): Promise<void>
  filterUpdated(): Promise<void>
}

export function searchEvents(tracker: Tracker, answer: SearchAnswer, options: SearchEventOptions = {}): SearchEvents {
  const image = options.searchType === 'image'
  const instant = options.source === 'instant'
  const { searchTerm = answer.searchMetadata?.query ?? answer.query } = options
  const send = (name: CustomEventName, products: readonly ProductRef[], filters = options.filters) =>
    tracker.custom(name, {
      request_id: answer.requestId,
      search_term: searchTerm,
      search_type: options.searchType ?? 'text',
      source: options.source,
      products: products.map((one) => ({
        product_id: one.productId,
        variant_id: one.variantId,
        quantity: one.quantity,
      })),
      filters: filters && filters.length > 0 ? filters : undefined,
    })
  const rendered = image
    ? 'svc:image_search_results_rendered'
    : instant
      ? 'svc:instant_search_rendered'
      : 'svc:search_result_rendered'
  return {
    triggered: () => send(image ? 'svc:image_search_triggered' : 'svc:instant_search_triggered', []),
    rendered: () => send(rendered, answer.products),
    clicked: (product) => send('svc:search_result_clicked', [product]),
    addToCart: (product) => send('svc:search:add_to_cart', [product]),
    filterAppeared: (keys) =>
      send(
        'svc:search_filter_appeared',
        [],
        keys.map((key) => ({ key, value: null })),
      ),
    filterUpdated: () => send('svc:search_filter_updated', []),
  }
}

/** Call this after a shopping agent's link was followed. Sends nothing if the link has no answer's id. */
export async function agentClick(
  tracker: Tracker,
  product: ProductRef,
  search = typeof location === 'undefined' ? '' : location.search,
): Promise<void> {
  const params = new URLSearchParams(search)
  const { productId, variantId, quantity } = product
  const [request_id, serveId] = [params.get('vitrine_request'), params.get('vitrine_serve')]
  if (request_id) {
    const products = [{ product_id: productId, variant_id: variantId, quantity }]
    await tracker.custom('svc:search_result_clicked', { request_id, source: 'agent', products })
  } else if (serveId) {
    await tracker.custom('svc:section:click', {
      serveId,
      page: 'agent',
      products: [{ productId, variantId, quantity }],
    })
  }
}
