/** Repeats a request while it is throttled, and never shows the token in errors. */
export interface AdminApi {
  ask<T>(document: string, variables?: object): Promise<T>
  download(url: string): Promise<AsyncIterable<Uint8Array>>
  wait(ms: number): Promise<void>
}

export interface AdminApiOptions {
  shop: string
  token: string
  version: string
  /** Replaces Shopify's URL in tests. */
  origin?: string
  fetch?: typeof fetch
  wait?: (ms: number) => Promise<void>
}

export class ShopifyTrouble extends Error {
  override name = 'ShopifyTrouble'
}

const MAX_TRIES = 8
const LONGEST_WAIT_MS = 60_000

interface Answer {
  data?: unknown
  errors?: { message: string; extensions?: { code?: string } }[] | string
  extensions?: {
    cost?: { requestedQueryCost: number; throttleStatus: { currentlyAvailable: number; restoreRate: number } }
  }
}

export function adminApi({ shop, token, version, origin = `https://${shop}`, ...given }: AdminApiOptions): AdminApi {
  const { fetch = globalThis.fetch, wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = given
  const url = `${origin}/admin/api/${version}/graphql.json`
  const once = async (body: string): Promise<{ retryMs: number } | { data: unknown }> => {
    const headers = { 'content-type': 'application/json', 'x-shopify-access-token': token }
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    if (response === undefined) return { retryMs: 1000 }
    if (response.status === 429 || response.status >= 500)
      return { retryMs: Number(response.headers.get('retry-after') ?? 1) * 1000 }
    if (response.status === 401 || response.status === 403)
      throw new ShopifyTrouble(`${shop} rejected the token: it must be an Admin API token with the scope read_products`)
    if (!response.ok) throw new ShopifyTrouble(`${shop} answered with status ${response.status}`)
    return readAnswer(shop, (await response.json()) as Answer)
  }
  return {
    wait,
    async ask<T>(document: string, variables: object = {}) {
      const body = JSON.stringify({ query: document, variables })
      for (let tries = 1; ; tries++) {
        const answer = await once(body)
        if ('data' in answer) return answer.data as T
        if (tries === MAX_TRIES)
          throw new ShopifyTrouble(`${shop} is busy or unreachable: gave up after ${MAX_TRIES} attempts`)
        await wait(Math.min(answer.retryMs * tries, LONGEST_WAIT_MS))
      }
    },
    async download(address) {
      // The token is not sent, because the URL is signed and belongs to another host.
      const response = await fetch(address).catch(() => undefined)
      if (!response?.ok || !response.body) throw new ShopifyTrouble('the result of the operation cannot be read')
      return response.body as unknown as AsyncIterable<Uint8Array>
    },
  }
}

function readAnswer(shop: string, { data, errors, extensions }: Answer): { retryMs: number } | { data: unknown } {
  if (errors === undefined || errors.length === 0) return { data }
  const list = typeof errors === 'string' ? [{ message: errors }] : errors
  if (list.some((error) => 'extensions' in error && error.extensions?.code === 'THROTTLED')) {
    const cost = extensions?.cost
    const missing = cost ? cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable : 50
    return { retryMs: Math.max(200, (missing / (cost?.throttleStatus.restoreRate ?? 50)) * 1000) }
  }
  throw new ShopifyTrouble(`${shop} refused a query: ${list.map(({ message }) => message).join('; ')}`)
}

interface Page<T> {
  nodes: T[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

export async function readAll<T>(api: AdminApi, document: string, name: string): Promise<T[]> {
  const all: T[] = []
  for (let after: string | null = null; ; ) {
    const data: Record<string, Page<T>> = await api.ask(document, { after })
    const page = data[name] as Page<T>
    all.push(...page.nodes)
    if (!page.pageInfo.hasNextPage) return all
    after = page.pageInfo.endCursor
  }
}
