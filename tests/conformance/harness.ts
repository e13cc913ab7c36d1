/**
 * Starts a server for black-box tests. By default, it is started here on a free port and an empty data folder. With
 * VITRINE_TEST_NODES=2 there are two servers on one PostgreSQL behind a balancer. With VITRINE_URL and
 * VITRINE_ADMIN_KEY set, the same tests run against that deployment.
 */
import type { ComposeOptions, Vitrine } from '../../packages/server/src/compose/compose.ts'
import { readYourWrites, settleNodes, startNodes } from './nodes.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: black-box cases look at whatever came back
  body: any
}

export interface TestShop {
  shop: string
  key: string
}

export interface Harness {
  url: string
  adminKey: string
  /** Undefined against a remote deployment. With several nodes, the first one. */
  vitrine: Vitrine | undefined
  /** Empty against a remote deployment. */
  nodes: readonly Vitrine[]
  /** Resolves when everything answered so far is in the profiles, reports and models of every node. */
  settle(): Promise<void>
  /** Makes the writes of one node visible to all. Requests that write call it themselves. */
  readYourWrites(): Promise<void>
  /** Sends a storefront request with the shop's key. */
  post(path: string, body: unknown, to: TestShop, headers?: Record<string, string>): Promise<Answer>
  /** Sends an admin request; the path is relative to `/api/admin/v1`. */
  admin(method: string, path: string, body?: unknown, key?: string): Promise<Answer>
  request(path: string, init?: RequestInit): Promise<Answer>
  /** Creates a shop with its own key; `config` is its configuration document. */
  createShop(config?: object): Promise<TestShop>
  /** Sends products (Admin REST format) and waits until they can be found. */
  putProducts(to: TestShop, products: object[]): Promise<Answer>
  close(): Promise<void>
}

const ADMIN_KEY = `vak_${'T'.repeat(32)}`
let shopNumber = 0

/** With `env` or `options`, the server is always started here, never a remote deployment. */
export async function startHarness(env: Record<string, string> = {}, options: ComposeOptions = {}): Promise<Harness> {
  const remote = process.env.VITRINE_URL
  if (remote !== undefined && Object.keys({ ...env, ...options }).length === 0) {
    return harnessAt(remote, process.env.VITRINE_ADMIN_KEY ?? '', [], async () => {})
  }
  const settings = { VITRINE_DEMO: 'off', VITRINE_ADMIN_KEY: ADMIN_KEY, VITRINE_EMBEDDER: 'none', LOG_LEVEL: 'silent' }
  const { url, nodes, close } = await startNodes({ ...settings, ...env }, options)
  return harnessAt(url, ADMIN_KEY, nodes, close)
}

export function harnessAt(
  url: string,
  adminKey: string,
  nodes: readonly Vitrine[],
  close: () => Promise<void>,
): Harness {
  const request = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: readBody(text) }
  }
  const admin: Harness['admin'] = (method, path, body, key = adminKey) =>
    request(`/api/admin/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    url,
    adminKey,
    vitrine: nodes[0],
    nodes,
    settle: () => settleNodes(nodes),
    readYourWrites: () => readYourWrites(nodes),
    request,
    admin,
    close,
    post: (path, body, to, headers = {}) =>
      request(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-shop': to.shop,
          authorization: `Bearer ${to.key}`,
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    async createShop(config = {}) {
      const shop = `test-${process.pid}-${Date.now().toString(36)}-${++shopNumber}.myshopify.com`
      await expectStatus(admin('PUT', `/shops/${shop}`, { name: 'Test shop', currency: 'USD' }), [200, 201])
      await expectStatus(admin('PATCH', `/shops/${shop}/config`, config), [200])
      const key = await expectStatus(admin('POST', `/shops/${shop}/keys`, { label: 'test' }), [201])
      return { shop, key: key.body.key }
    },
    putProducts: (to, products) =>
      request(`/api/admin/v1/shops/${to.shop}/products/bulk?wait=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/x-ndjson' },
        body: products.map((product) => JSON.stringify(product)).join('\n'),
      }),
  }
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function expectStatus(answer: Promise<Answer>, statuses: number[]): Promise<Answer> {
  const got = await answer
  if (!statuses.includes(got.status))
    throw new Error(`expected ${statuses}, got ${got.status}: ${JSON.stringify(got.body)}`)
  return got
}
