/** Sends the requests of a merchant's programs, with the demo's keys. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Suggestion } from '@vitrine/contract'
import { DEMO_ADMIN_KEY, DEMO_SHOP, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import type { SoldProduct } from './walk-shop.ts'

interface Listed {
  id: number
  title: string
  handle: string
  vendor: string
  product_type: string
  status: string
  variants: { id: number; title: string; sku: string; price: string }[]
  images: { src: string }[]
}

export interface SearchSide {
  products: { product_id: number; title: string }[]
  pagination: { total: number }
  search_metadata: { redirect?: string | null; relaxed?: boolean; extended_by_meaning?: number }
}

export class SimulatedMerchant {
  readonly #url: string
  readonly #answers = new Map<string, Promise<{ ids: number[]; total: number }>>()

  constructor(url: string) {
    this.#url = url
  }

  importFile(bytes: Uint8Array): Promise<unknown> {
    return this.#admin('POST', '/products/import?wait=true', bytes)
  }

  /** Proposals need the embedded texts. Pictures need a network, so they are not awaited. */
  async untilEmbedded(): Promise<void> {
    for (;;) {
      const { spaces } = await this.#admin<{ spaces: { kind: string; complete: boolean }[] }>('GET', '/embedding')
      if (spaces.every(({ kind, complete }) => kind !== 'text' || complete)) return
      await sleep(2000)
    }
  }

  async products(): Promise<SoldProduct[]> {
    const all: Listed[] = []
    for (let after = 0; ; after = all.at(-1)!.id) {
      const { products } = await this.#admin<{ products: Listed[] }>('GET', `/products?limit=250&after_id=${after}`)
      all.push(...products)
      if (products.length < 250) break
    }
    return all.flatMap((product) => {
      const [variant] = product.variants
      if (product.status !== 'active' || !variant) return []
      return [
        { product, variant, price: Number(variant.price), image: product.images[0]?.src ?? null, currency: 'USD' },
      ]
    })
  }

  /** Caches answers by query. */
  search(query: string): Promise<{ ids: number[]; total: number }> {
    const known = this.#answers.get(query) ?? this.#search(query)
    this.#answers.set(query, known)
    return known
  }

  async #search(query: string): Promise<{ ids: number[]; total: number }> {
    const answer = await fetch(`${this.#url}/api/storefront/v1/headless/search`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${DEMO_STOREFRONT_KEY}`, 'x-shop': DEMO_SHOP, 'content-type': 'application/json' },
      },
      body: JSON.stringify({ query, pagination: { limit: 24 } }),
    })
    if (!answer.ok) throw new Error(`“${query}”: ${answer.status} ${await answer.text()}`)
    const { products, pagination } = (await answer.json()) as SearchSide
    return { ids: products.map(({ product_id: id }) => id), total: pagination.total }
  }

  async proposals(): Promise<Suggestion[]> {
    return (await this.#admin<{ suggestions: Suggestion[] }>('GET', '/suggestions?wait=true')).suggestions
  }

  preview(query: string, patch: object): Promise<{ live: SearchSide; draft: SearchSide }> {
    return this.#admin('POST', '/preview/search', JSON.stringify({ query, patch, pagination: { limit: 24 } }))
  }

  async titlesOf(ids: readonly number[]): Promise<string[]> {
    if (ids.length === 0) return []
    const all = new Map((await this.products()).map(({ product }) => [product.id, product.title]))
    return ids.map((id) => all.get(id) ?? String(id))
  }

  async #admin<Answer>(method: string, path: string, body?: string | Uint8Array): Promise<Answer> {
    const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
    const answer = await fetch(`${this.#url}/api/admin/v1/shops/${DEMO_SHOP}${path}`, {
      ...{ method, headers: { authorization: `Bearer ${DEMO_ADMIN_KEY}`, ...(body && { 'content-type': type }) } },
      ...(body && { body: body as string }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
    return answer.json() as Promise<Answer>
  }
}
