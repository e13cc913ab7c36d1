/** Quoted sentences are from the specification of the Universal Commerce Protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectPublished, PLATFORM, startUcpShop, type UcpShop } from './ucp-platform.ts'

let ucp: UcpShop
beforeAll(async () => {
  ucp = await startUcpShop()
})
afterAll(() => ucp.cases.harness.close())

describe('the tools over the Model Context Protocol', () => {
  const meta = { 'ucp-agent': { profile: PLATFORM } }
  const message = (name: string, args: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  /** Returns what a client without an MCP library gets. */
  const post = async (name: string, args: object) => {
    const accept = 'application/json, text/event-stream'
    const { status, body } = await ucp.cases.harness.post(`/ucp/${ucp.shop.shop}/mcp`, message(name, args), ucp.shop, {
      accept,
    })
    const text = typeof body === 'string' ? body.replace(/^[^{]*/, '') : JSON.stringify(body)
    return { status, ...JSON.parse(text) }
  }

  it('are those of the protocol, and accept what it publishes', async () => {
    const client = new Client({ name: 'a stock client', version: '1.0.0' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${ucp.cases.harness.url}/ucp/${ucp.shop.shop}/mcp`)),
    )
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search_catalog', 'lookup_catalog', 'get_product'])
    for (const [name, catalog, schema] of [
      ['search_catalog', { query: 'sofa' }, 'catalog_search.json#/$defs/search'],
      ['lookup_catalog', { ids: ['1'] }, 'catalog_lookup.json#/$defs/lookup'],
      ['get_product', { id: '1' }, 'catalog_lookup.json#/$defs/get_product'],
    ] as const) {
      expectPublished('mcp-meta.json', meta)
      expectPublished(`shopping/${schema}_request`, catalog)
      const { structuredContent, content } = await client.callTool({ name, arguments: { meta, catalog } })
      expectPublished(`shopping/${schema}_response`, structuredContent)
      expect(JSON.parse((content as { text: string }[])[0]!.text)).toEqual(structuredContent)
    }
    await client.close()
  })

  it('answer like the REST binding', async () => {
    const { result } = await post('lookup_catalog', { meta, catalog: { ids: ['3', '1'] } })
    const without = (products: { url: string }[]) => products.map(({ url: _, ...rest }) => rest)
    expect(without(result.structuredContent.products)).toEqual(
      without((await ucp.ask('catalog/lookup', { ids: ['3', '1'] })).body.products),
    )
  })

  it('"servers MUST return the corresponding HTTP status code alongside the JSON-RPC error"', async () => {
    const agent = (profile: string) => ({ meta: { 'ucp-agent': { profile } }, catalog: { query: 'sofa' } })
    expect(await post('search_catalog', agent('https://agent.example/gone.json'))).toMatchObject({
      status: 424,
      error: { code: -32001, data: { code: 'profile_unreachable' } },
    })
    expect(await post('search_catalog', agent('https://agent.example/older.json'))).toMatchObject({
      status: 422,
      error: { code: -32001, data: { code: 'version_unsupported' } },
    })
    expect(await post('search_catalog', { catalog: { query: 'sofa' } })).toMatchObject({
      status: 400,
      error: { code: -32602 },
    })
    const many = Array.from({ length: 101 }, (_, at) => String(at))
    expect(await post('lookup_catalog', { meta, catalog: { ids: many } })).toMatchObject({ error: { code: -32602 } })
  })
})
