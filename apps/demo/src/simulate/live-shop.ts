import type { SentEvent } from '../shoppers/visit-recorder.ts'

export interface ServedProduct {
  product_id: number
  title: string
  handle: string
  vendor: string
  product_type: string
  price: number | null
  image: { url: string } | null
  options: { name: string; values: string[] }[]
  variants: {
    variant_id: number
    title: string
    sku: string
    price: number | string | null
    available_for_sale: boolean
  }[]
}

export interface LiveSection {
  id: number
  section_serve_id: string
  type: string
  products: ServedProduct[]
}

export interface SearchAnswer {
  request_id: string
  products: ServedProduct[]
}

export interface SectionsAnswer {
  request_id: string
  sections: LiveSection[]
}

/** Client of one shop's storefront API. It counts requests and measures their duration. */
export class LiveShop {
  readonly timesMs: number[] = []
  /** Number of answers other than 200, by `path status`. */
  readonly failures = new Map<string, number>()
  readonly #base: string
  readonly #headers: Record<string, string>
  readonly shop: string

  constructor(given: { url: string; shop: string; key: string }) {
    this.shop = given.shop
    this.#base = given.url.replace(/\/+$/, '')
    this.#headers = { 'content-type': 'application/json', 'x-shop': given.shop, authorization: `Bearer ${given.key}` }
  }

  init(body: object): Promise<{ config: { shop: { currency: string } } } | undefined> {
    return this.#post('/api/storefront/v3/headless/init', body)
  }

  sections(body: object): Promise<SectionsAnswer | undefined> {
    return this.#post('/api/storefront/v3/headless/sections', body)
  }

  search(body: object): Promise<SearchAnswer | undefined> {
    return this.#post('/api/storefront/v1/headless/search', body)
  }

  send(event: SentEvent): Promise<unknown> {
    return this.#post('/api/storefront/v1/headless/events', event)
  }

  /** Returns undefined if the request was refused or not answered; both count as failures. */
  async #post<T>(path: string, body: object): Promise<T | undefined> {
    const begunMs = performance.now()
    const response = await fetch(this.#base + path, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(body),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    this.timesMs.push(performance.now() - begunMs)
    if (response?.status === 200 && text !== undefined) return JSON.parse(text) as T
    const failure = `${path} ${response?.status ?? 'no answer'}`
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1)
    return undefined
  }
}
