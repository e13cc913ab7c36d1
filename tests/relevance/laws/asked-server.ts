/** Sends the laws' queries to a running server through the storefront routes. */
import type {
  ShopUnderTest,
  CountFound,
  FoundReading,
  SearchAsked,
  SearchFound,
  SuggestionFound,
} from '../../../packages/server/src/features/search-health/laws/law.ts'
import type { Product } from '../../../packages/server/src/ports/record-store/product.ts'
import type { Harness, TestShop } from '../../conformance/harness.ts'
import { AGGREGATIONS, INSTANT, SEARCH } from '../../conformance/search-shop.ts'

export interface FilledShop {
  to: TestShop
  visible: Product[]
}

export interface ShopSource {
  locale: string
  /** A platform's export, or products in Admin API format. */
  content: { file: Buffer } | { products: readonly object[] }
}

export async function fillShop(harness: Harness, { locale, content }: ShopSource): Promise<FilledShop> {
  const to = await harness.createShop({ shop: { primary_locale: locale } })
  const imported =
    'products' in content
      ? await harness.putProducts(to, [...content.products])
      : await importFile(harness, to, content)
  if (imported.status >= 300) throw new Error(`the import answers ${imported.status}: ${JSON.stringify(imported.body)}`)
  const vitrine = harness.vitrine!
  await vitrine.vectors.runOnce()
  const space = vitrine.vectors.vectors.text(to.shop)?.space
  if (space !== undefined) await vitrine.vectors.outOfDomain.learn(space)
  const ids = new Set(await browse(harness, to))
  const products = await vitrine.records.scanProducts(to.shop, 0, Number.MAX_SAFE_INTEGER)
  return { to, visible: products.filter(({ id }) => ids.has(id)) }
}

function importFile(harness: Harness, to: TestShop, { file }: { file: Buffer }) {
  return harness.request(`/api/admin/v1/shops/${to.shop}/products/import?wait=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file),
  })
}

async function browse(harness: Harness, to: TestShop): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const body = { query: '', view: 'product_ids', pagination: { page, limit: 100 } }
    const { body: answer } = await harness.post(SEARCH, body, to)
    ids.push(...answer.products.map(idOf))
    if (!answer.pagination.has_next_page) return ids
  }
}

export function askedServer(harness: Harness, to: TestShop): ShopUnderTest {
  const ask = async (path: string, body: object) => {
    const { status, body: answer } = await harness.post(path, body, to)
    if (status !== 200) throw new Error(`${JSON.stringify(body)}: ${status} ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    async search(asked) {
      const first = await ask(SEARCH, searchBody(asked))
      if (asked.wordsOnly || !(await embeddedSince(harness, first))) return foundOf(first)
      return foundOf(await ask(SEARCH, searchBody(asked)))
    },
    async count(query): Promise<CountFound> {
      const { aggregations, metadata } = await ask(AGGREGATIONS, { query })
      const terms = Object.entries(aggregations as Record<string, Counted>).filter(([, { type }]) => type === 'terms')
      const facets = terms.map(([key, { buckets }]) => {
        const own = buckets.filter(({ is_others }) => !is_others)
        return [key, new Map(own.map(({ value, count }) => [value, count]))] as const
      })
      return { total: metadata.total_products, facets: new Map(facets) }
    },
    async suggest(query): Promise<SuggestionFound[]> {
      return (await ask(INSTANT, { query, objects: ['auto_suggestion'] })).suggestions
    },
  }
}

interface Counted {
  type: string
  buckets: { value: string; count: number; is_others?: boolean }[]
}

/** Returns true once the query is embedded. A new query is answered without its vector if the model is slow. */
async function embeddedSince(harness: Harness, answer: Answer): Promise<boolean> {
  const { text } = harness.vitrine!.vectors.embedder
  if (text === undefined || answer.search_metadata.has_embedding) return false
  await text.embed(['anything'], 'query')
  return true
}

function searchBody({ query, wordsOnly, page = 1, limit = 20, sort, facets, selections }: SearchAsked): object {
  return {
    query,
    view: 'product_ids',
    pagination: { page, limit },
    ...(wordsOnly ? { mode: 'text' } : {}),
    ...(sort ? { sort_by: sort } : {}),
    ...(facets ? { facets: facets.map((key) => ({ key })) } : {}),
    ...(selections ? { applied_filters: selections } : {}),
  }
}

interface Answer {
  products: { product_id: number }[]
  pagination: { total: number }
  search_metadata: {
    understood: FoundReading[]
    relaxed: boolean
    dropped?: string[]
    extended_by_meaning: number
    has_embedding: boolean
  }
}

function foundOf({ products, pagination, search_metadata: metadata }: Answer): SearchFound {
  const { understood, relaxed, dropped, extended_by_meaning: extendedByMeaning } = metadata
  return {
    ids: products.map(idOf),
    total: pagination.total,
    metadata: { understood, relaxed, ...(dropped ? { dropped } : {}), extendedByMeaning },
  }
}

function idOf({ product_id }: { product_id: number }): number {
  return product_id
}
