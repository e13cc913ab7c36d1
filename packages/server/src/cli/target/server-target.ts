import type { ImportAnswer, ImportCheck, ShopView, UserView, ValidationItem } from '@vitrine/contract'
import type { AdminProduct } from '../../features/catalog/admin-product.ts'
import { Refusal, RequestRefused, Unauthorized } from '../../features/errors.ts'
import { type AdminTarget, userOf } from './admin-target.ts'

export class ServerTrouble extends Error {
  override name = 'ServerTrouble'
}

export function serverTarget(url: string, adminKey: string): AdminTarget {
  const api = adminApi(url, adminKey)
  const noDeployment = new Refusal(
    400,
    'keys for the whole deployment can only be issued on the data folder, while the server is stopped',
  )
  const keysOf = (shop: string | null) => {
    if (shop === null) throw noDeployment
    return `/shops/${encodeURIComponent(shop)}/keys`
  }
  const of = (shop: string) => `/shops/${encodeURIComponent(shop)}`
  const readAllPages = async <Row>(name: 'shops' | 'users') => {
    const rows: Row[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page = await api('GET', `/${name}?after=${encodeURIComponent(after)}`)
      rows.push(...page[name])
      after = page.next
    }
    return rows
  }
  return {
    name: url,
    listShops: () => readAllPages<ShopView>('shops'),
    saveShop: (shop, settings) => api('PUT', of(shop), settings),
    deleteShop: (shop) => api('DELETE', of(shop)),
    listKeys: async (shop) => (await api('GET', keysOf(shop))).keys,
    createKey: (shop, order) => api('POST', keysOf(shop), order),
    revokeKey: (shop, id) => api('DELETE', `${keysOf(shop)}/${encodeURIComponent(id)}`),
    listUsers: () => readAllPages<UserView>('users'),
    addUser: (order) => api('POST', '/users', order),
    async linkUser(email) {
      const user = userOf(await readAllPages<UserView>('users'), email)
      return api('POST', `/users/${encodeURIComponent(user.id)}/link`)
    },
    getConfig: (shop) => api('GET', `${of(shop)}/config`),
    effectiveConfig: (shop) => api('GET', `${of(shop)}/config?effective=true`),
    replaceConfig: (shop, document) => api('PUT', `${of(shop)}/config`, document),
    searchHealth: (shop) => api('GET', `${of(shop)}/search-health?wait=true`),
    replay: (shop, patch) => api('POST', `${of(shop)}/search-health/replay`, { patch }),
    importProducts: (shop, file, { feed, ...words }) => {
      const deletes = feed ? { feed: feed.name, max_deleted_share: String(feed.maxDeletedShare) } : {}
      return api(
        'POST',
        `${of(shop)}/products/import${queryOf({ ...words, ...deletes })}`,
        file,
      ) as Promise<ImportAnswer>
    },
    checkImport: (shop, file, words) =>
      api('POST', `${of(shop)}/imports/check${queryOf({ ...words })}`, file) as Promise<ImportCheck>,
    async *products(shop): AsyncGenerator<AdminProduct> {
      for (let after: number | null = 0; after !== null; ) {
        const page: { products: AdminProduct[]; next_after_id: number | null } = await api(
          'GET',
          `${of(shop)}/products?limit=250&after_id=${after}`,
        )
        yield* page.products
        after = page.next_after_id
      }
    },
    async deleteProducts(shop, ids) {
      for (const id of ids) await api('DELETE', `${of(shop)}/products/${id}`)
    },
    close: async () => {},
  }
}

function queryOf(words: Record<string, string | undefined>): string {
  const given = Object.entries(words).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams(given).toString()
  return query === '' ? '' : `?${query}`
}

// biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape of its own answer
type Api = (method: string, path: string, body?: unknown) => Promise<any>

function adminApi(url: string, adminKey: string): Api {
  const base = url.replace(/\/+$/, '')
  return async (method, path, body) => {
    const isStream = typeof body === 'object' && body !== null && Symbol.asyncIterator in body
    const type = isStream ? 'application/octet-stream' : 'application/json'
    const answer = await fetch(`${base}/api/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined
        ? {}
        : { body: (isStream ? body : JSON.stringify(body)) as RequestInit['body'], duplex: 'half' }),
    } as RequestInit).catch((error: unknown) => {
      throw new ServerTrouble(`no answer from ${base}: ${reasonOf(error)}`)
    })
    const text = await answer.text()
    if (!answer.ok) throw refusalOf(answer.status, text, base)
    return text === '' ? undefined : JSON.parse(text)
  }
}

function reasonOf(error: unknown): string {
  const cause = (error as { cause?: { code?: string; message?: string } }).cause
  return cause?.code ?? cause?.message ?? String(error)
}

function refusalOf(status: number, text: string, base: string): Error {
  const error = errorOf(text)
  if (Array.isArray(error)) return new RequestRefused(error as ValidationItem[])
  if (status === 401) return new Unauthorized(`${base} does not accept this admin key for that shop`)
  if (typeof error !== 'string') return new ServerTrouble(`${base} answered with status ${status}`)
  return status < 500 ? new Refusal(status as 400, error) : new ServerTrouble(`${base}: ${error}`)
}

function errorOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { error?: unknown }).error
  } catch {
    return undefined
  }
}
