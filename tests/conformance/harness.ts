/** Starts one or two servers (VITRINE_TEST_NODES=2), or uses the deployment at VITRINE_URL with VITRINE_ADMIN_KEY. */
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
  /** The first node; undefined for another deployment. */
  vitrine: Vitrine | undefined
  /** Empty for another deployment. */
  nodes: readonly Vitrine[]
  /** Resolves when profiles, reports and models of all nodes contain everything sent so far. */
  settle(): Promise<void>
  /** Makes writes visible on all nodes. Requests that write do this themselves. */
  readYourWrites(): Promise<void>
  /** The shop's key is sent too. */
  post(path: string, body: unknown, to: TestShop, headers?: Record<string, string>): Promise<Answer>
  /** The path is relative to `/api/admin/v1`. */
  admin(method: string, path: string, body?: unknown, key?: string): Promise<Answer>
  request(path: string, init?: RequestInit): Promise<Answer>
  /** `config` is the configuration document. */
  createShop(config?: object): Promise<TestShop>
  /** Waits until the products can be found. */
  putProducts(to: TestShop, products: object[]): Promise<Answer>
  close(): Promise<void>
}

const ADMIN_KEY = `vak_${'T'.repeat(32)}`
let shopNumber = 0

/** With `env` or `options`, the server is always started here. */
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
