/** Declarations of routes, from which router and OpenAPI document are made. */
import { ADMIN_ROLES, type AdminRole } from './roles.ts'
import type { Static, TSchema } from 'typebox'
import { Type } from './type.ts'

export type ErrorShape =
  /** `{ok: false, error: [items]}` */
  | 'ok-items'
  /** `{errors: [items]}` */
  | 'errors-items'
  /** `{error: number, message}` */
  | 'number-message'
  /** `{error: string}` */
  | 'string'
  /** `{error: string}` or `{error: [items]}` */
  | 'admin'

/** The roles that may call a route, or `public` for everybody. */
export type AdminAccess = readonly AdminRole[] | 'public'

/** Roles that may read (all), change what shoppers see (editors), and run the shop's systems (operators). */
export const EVERY_ROLE: readonly AdminRole[] = ADMIN_ROLES
export const EDITORS: readonly AdminRole[] = ['owner', 'merchandiser', 'developer']
export const OPERATORS: readonly AdminRole[] = ['owner', 'developer']

export interface Route<Request extends TSchema = TSchema, Response extends TSchema = TSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Heading in the reference: Session, Search, Recommendations, Events, Admin, … */
  group: string
  summary: string
  description?: string
  /** bearer: storefront key and x-shop. shop: x-shop alone. admin: admin key. none: public. */
  auth: 'bearer' | 'shop' | 'admin' | 'none'
  /** path: the shop is `:shop` in the path, for protocols whose clients do not send Vitrine's headers. */
  shopIn?: 'header' | 'path'
  access?: AdminAccess
  /** For admin routes other than GET that change nothing, and so are not in the audit log. */
  readsOnly?: boolean
  /** For admin routes with a shopper in the path, who must not appear in the audit log. */
  namesShopper?: boolean
  /** search: also served by edge nodes. */
  side: 'base' | 'search'
  /** The route only stores data and needs no index, model or vectors. */
  intake?: true
  errorShape: ErrorShape
  request?: Request
  /** handler: the feature validates the body by rules that no schema can express. `request` is documentation. */
  validatedBy?: 'router' | 'handler'
  /** True if the body is required although all its fields are optional. */
  bodyRequired?: boolean
  response: Response
  successStatus?: 200 | 201 | 202 | 204
  headers?: Record<string, string>
  query?: Record<string, TSchema>
  /** json (default), ndjson (a stream), raw (bytes kept for a signature) or json-or-multipart. */
  body?: 'json' | 'ndjson' | 'raw' | 'json-or-multipart'
  responseType?: string
  bodyLimitBytes?: number
  otherStatuses?: Record<number, string>
  /** Statuses of `otherStatuses` with the same body as success. */
  statusesWithBody?: readonly number[]
  example?: { request?: unknown; response?: unknown }
}

export const JSON_BODY_LIMIT_BYTES = 1024 * 1024

/** The method of storefront routes is always POST. */
export function storefrontRoute<Request extends TSchema, Response extends TSchema>(
  route: Omit<Route<Request, Response>, 'method' | 'auth'> & { request: Request; auth?: 'bearer' | 'shop' },
): Route<Request, Response> & { request: Request } {
  return { method: 'POST', auth: 'bearer', ...route }
}

type AdminEndpoint = `${Route['method']} /${string}`
type SetForAdmin = 'method' | 'path' | 'access' | 'auth' | 'side' | 'errorShape' | 'group'

/** `endpoint` is a method and a path below `/api/admin/v1`. */
export function adminRoute<Request extends TSchema, Response extends TSchema>(
  endpoint: AdminEndpoint,
  access: AdminAccess,
  route: Omit<Route<Request, Response>, SetForAdmin> & { group?: string },
): Route<Request, Response> {
  const [method, path] = endpoint.split(' ') as [Route['method'], string]
  const auth = access === 'public' ? 'none' : 'admin'
  const at = { group: 'Admin', method, path: `/api/admin/v1${path}`, access }
  return { ...at, ...route, auth, side: 'base', errorShape: 'admin' }
}

export type RequestOf<R> = R extends Route<infer Request, TSchema> ? Static<Request> : never
export type ResponseOf<R> = R extends Route<TSchema, infer Response> ? Static<Response> : never

export function querySchema({ query = {} }: Route) {
  return Type.Object(query)
}
