import type { Client } from '../client.ts'
import type { Product, SearchRequest, SearchResponse } from '../types.ts'

/** The service's limit for a page. */
const MAX_PRODUCTS = 100

export interface Window {
  skip: number
  take: number
}

export interface WindowAnswer {
  products: Product[]
  /** Total, facets and request id are those of the first page read. */
  answer: SearchResponse
}

/** For platforms that page by skip and take: reads the pages that contain the window. */
export async function searchWindow(
  client: Client,
  request: SearchRequest,
  { skip, take }: Window,
): Promise<WindowAnswer> {
  const limit = Math.min(Math.max(take, 1), MAX_PRODUCTS)
  const first = Math.floor(skip / limit)
  const last = Math.max(first, Math.ceil((skip + take) / limit) - 1)
  const answers = await Promise.all(
    Array.from({ length: last - first + 1 }, (_, i) =>
      client.search({ ...request, view: 'product_details', pagination: { page: first + i + 1, limit } }),
    ),
  )
  const from = skip - first * limit
  const products = answers.flatMap((answer) => answer.products as Product[]).slice(from, from + take)
  return { products, answer: answers[0] as SearchResponse }
}
