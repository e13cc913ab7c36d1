import {
  UCP_CATALOG_LOOKUP,
  UCP_CATALOG_SEARCH,
  UCP_VERSION,
  ucpLookupRoute,
  ucpMcpRoute,
  ucpProductRoute,
  ucpProfileRoute,
  ucpSearchRoute,
} from '@vitrine/contract'
import type { AgentCall } from '../../features/agents/agent-tools.ts'
import { profileIn, UCP_CAPABILITIES } from '../../features/agents/ucp-negotiation.ts'
import { Refusal } from '../../features/errors.ts'
import type { App } from '../app.ts'
import { answerDocument } from '../public-handler.ts'
import { answerPlatform, type PlatformDeps, UcpRefused, type UcpTool } from './ucp-tools.ts'

export type UcpDeps = PlatformDeps & {
  version: string
  hasShop(id: string): Promise<boolean>
}

const REST = [
  { route: ucpSearchRoute, tool: 'search_catalog' },
  { route: ucpLookupRoute, tool: 'lookup_catalog' },
  { route: ucpProductRoute, tool: 'get_product' },
] as const

export function ucpRoutes(app: App, deps: UcpDeps): void {
  for (const { route, tool } of REST) app.storefront(route, (call) => overRest(deps, call, tool) as never)
  app.storefront(ucpMcpRoute, async (call) => {
    const { answerUcpMessage } = await import('./ucp-mcp.ts')
    return answerUcpMessage(deps, call) as never
  })
  app.public(ucpProfileRoute, async (call) => {
    const shop = (call.query.shop ?? String(call.headers['x-shop'] ?? '')).trim().toLowerCase()
    if (shop === '' || !(await deps.hasShop(shop))) throw new Refusal(404, 'there is no such shop: name one in ?shop=')
    return answerDocument(call, 'application/json; charset=utf-8', JSON.stringify(profileOf(call.origin.url, shop)))
  })
}

async function overRest(deps: UcpDeps, call: AgentCall, tool: UcpTool): Promise<object> {
  try {
    return await answerPlatform(deps, call, { tool, profile: profileIn(call.headers['ucp-agent']) })
  } catch (error) {
    if (!(error instanceof UcpRefused)) throw error
    const { code, message: content, status } = error
    return Response.json({ code, content, error: content }, { status })
  }
}

const SPECIFICATIONS = {
  [UCP_CATALOG_SEARCH]: { spec: 'catalog/search', schema: 'catalog_search' },
  [UCP_CATALOG_LOOKUP]: { spec: 'catalog/lookup', schema: 'catalog_lookup' },
}

function profileOf(origin: string, shop: string): object {
  const site = `https://ucp.dev/${UCP_VERSION}`
  const endpoint = `${origin}/ucp/${encodeURIComponent(shop)}`
  const common = { version: UCP_VERSION, spec: `${site}/specification/overview` }
  const services = [
    { ...common, transport: 'rest', schema: `${site}/services/shopping/rest.openapi.json`, endpoint },
    { ...common, transport: 'mcp', schema: `${site}/services/shopping/mcp.openrpc.json`, endpoint: `${endpoint}/mcp` },
  ]
  const capabilities = UCP_CAPABILITIES.map((name) => {
    const { spec, schema } = SPECIFICATIONS[name]
    const urls = { spec: `${site}/specification/${spec}`, schema: `${site}/schemas/shopping/${schema}.json` }
    return [name, [{ version: UCP_VERSION, ...urls }]]
  })
  return {
    ucp: {
      version: UCP_VERSION,
      services: { 'dev.ucp.shopping': services },
      capabilities: Object.fromEntries(capabilities),
      payment_handlers: {},
    },
  }
}
