/** The admin API, typed. Its documents keep the names they have on the wire: a configuration reads the same here, in a file and in git. */
import type { AdminProductSchema, ShopConfigInput, ShopView } from '@vitrine/contract'
import type { Period, Reports } from './reports.ts'
import { type AdminOptions, adminSend, type Answer, type Call } from './send.ts'

export * from './reports.ts'
export type { AdminOptions, Answer, Call, Method } from './send.ts'
export { ApiError, type FaultItem, NetworkError, UnauthorizedError } from '../errors.ts'
export type { ShopConfigInput, ShopView }
export type AdminProduct = AdminProductSchema

export interface ReportQuery extends Period {
  key?: string
  limit?: number
}

export interface ProductQuery {
  query?: string
  status?: string
  after_id?: number
  limit?: number
}

/** Who is signed in; see `GET /session`. */
export interface SessionView {
  user: { id: string; email: string; name: string; has_password: boolean } | null
  role: 'owner' | 'merchandiser' | 'analyst' | 'developer'
  shops: string[] | null
  csrf: string | null
  opened_by: 'password' | 'link' | 'demo' | 'key'
  expires_at: string | null
}

export interface SignInRequest {
  email?: string
  password?: string
  link?: string
  demo?: boolean
}

export interface AdminClient {
  signInOptions(): Promise<{ demo: boolean; first_owner: boolean }>
  signIn(request: SignInRequest): Promise<SessionView>
  session(): Promise<SessionView>
  signOut(): Promise<void>
  listShops(): Promise<ShopView[]>
  shop(shop: string): ShopAdmin
}

/** Everything below one shop. */
export interface ShopAdmin {
  readonly shop: string
  view(): Promise<ShopView>
  config(): Promise<Answer<ShopConfigInput>>
  /** JSON Merge Patch. With the `etag` of what it was made on, somebody else's change in between is a 412. */
  patchConfig(patch: object, etag?: string | null): Promise<Answer<ShopConfigInput>>
  products(query?: ProductQuery): Promise<{ products: AdminProduct[]; next_after_id: number | null }>
  product(id: number): Promise<AdminProduct>
  report<R extends keyof Reports>(name: R, query?: ReportQuery, signal?: AbortSignal): Promise<Reports[R]>
}

export function createAdminClient(options: AdminOptions = {}): AdminClient {
  const send = adminSend(options)
  return {
    signInOptions: async () => (await send<{ demo: boolean; first_owner: boolean }>('GET', '/sign-in')).body,
    signIn: async (body) => (await send<SessionView>('POST', '/session', { body })).body,
    session: async () => (await send<SessionView>('GET', '/session')).body,
    signOut: async () => void (await send('DELETE', '/session')),
    listShops: async () => (await send<{ shops: ShopView[] }>('GET', '/shops')).body.shops,
    shop: (shop) => shopAdmin(send, shop),
  }
}

function shopAdmin(send: ReturnType<typeof adminSend>, shop: string): ShopAdmin {
  const path = `/shops/${encodeURIComponent(shop)}`
  const get = async <T>(below: string, call?: Call) => (await send<T>('GET', path + below, call)).body
  return {
    shop,
    view: () => get(''),
    config: () => send('GET', `${path}/config`),
    patchConfig: (body, etag) => send('PATCH', `${path}/config`, { body, headers: etag ? { 'if-match': etag } : {} }),
    products: (query) => get('/products', { query: { ...query } }),
    product: (id) => get(`/products/${id}`),
    report: (name, query = {}, signal) => {
      const [report, by] = name === 'overview-days' ? ['overview', 'day'] : [name, undefined]
      return get(`/analytics/${report}`, { query: { ...query, by }, signal })
    },
  }
}
