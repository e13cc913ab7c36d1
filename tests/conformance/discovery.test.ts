import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { config, putSearchShop } from './mcp-shop.ts'

interface Header {
  name: string
  value?: string
  isRequired: boolean
}

interface Remote {
  url: string
  headers: Header[]
  supportedProtocolVersions: string[]
}

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop(config)
  await putSearchShop(harness, shop)
})
afterAll(() => harness.close())

/** Connects as a client would: the card names the endpoint and its headers. */
async function connectBy(cardUrl: string): Promise<{ client: Client; versions: string[] }> {
  const response = await fetch(cardUrl, { headers: { accept: 'application/mcp-server-card+json' } })
  expect(response.headers.get('content-type')).toBe('application/mcp-server-card+json')
  const { remotes } = (await response.json()) as { remotes: [Remote] }
  const [{ url, headers: wanted, supportedProtocolVersions: versions }] = remotes
  const values: Record<string, string> = { 'x-shop': shop.shop, authorization: `Bearer ${shop.key}` }
  const required = wanted.filter(({ isRequired }) => isRequired)
  const headers = Object.fromEntries(required.map(({ name }) => [name, values[name] ?? '']))
  const client = new Client({ name: 'a client that discovers', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return { client, versions }
}

describe('discovery', () => {
  it('leads a client that knows only the host to every MCP endpoint', async () => {
    const catalog = await harness.request('/.well-known/ai-catalog.json')
    expect(catalog.headers.get('content-type')).toBe('application/ai-catalog+json')
    const { specVersion, entries } = catalog.body
    expect([specVersion, entries.length]).toEqual(['1.0', 2])
    for (const { identifier, type, url } of entries) {
      expect(identifier).toMatch(/^urn:air:127\.0\.0\.1:mcp:[a-z-]+$/)
      expect(type).toBe('application/mcp-server-card+json')
      const { client, versions } = await connectBy(url)
      expect((await client.listTools()).tools).toHaveLength(5)
      expect(versions).toContain(client.getNegotiatedProtocolVersion())
      await client.close()
    }
  })

  it('has cards that name the server as the specification requires', async () => {
    const { body, headers } = await harness.request('/mcp/public/server-card', { headers: { 'x-shop': shop.shop } })
    expect(body.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    expect(body.description.length).toBeLessThanOrEqual(100)
    expect(body.remotes[0].headers).toEqual([
      { name: 'x-shop', description: 'Domain of the shop.', isRequired: true, value: shop.shop },
    ])
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  it('tells a client with a copy of a document that it has not changed', async () => {
    for (const path of ['/.well-known/ai-catalog.json', '/mcp/server-card', '/llms.txt']) {
      const etag = (await harness.request(path)).headers.get('etag') as string
      const again = await harness.request(path, { headers: { 'if-none-match': etag } })
      expect([path, again.status, again.body]).toEqual([path, 304, ''])
    }
  })

  it('has an llms.txt whose links can be followed', async () => {
    const { body } = await harness.request('/llms.txt')
    expect(body).toMatch(/^# Vitrine\n\n> /)
    const links = Array.from(body.matchAll(/\]\((\S+)\)/g), ([, url = '']: string[]) => url)
    expect(links).toHaveLength(4)
    for (const url of links) {
      const { status } = await fetch(url.endsWith('/ucp') ? `${url}?shop=${shop.shop}` : url)
      expect([url, status]).toEqual([url, 200])
    }
  })
})
