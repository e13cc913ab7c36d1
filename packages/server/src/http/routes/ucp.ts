/** The Universal Commerce Protocol: the profile of a shop, and catalog search. */
import { UCP_CATALOG_SEARCH, UCP_MOST_PRODUCTS, UCP_VERSION, ucpProfileRoute, ucpSearchRoute } from '@vitrine/contract'
import type { AgentProfiles } from '../../features/agents/agent-profiles.ts'
import type { Negotiation } from '../../features/agents/ucp-negotiation.ts'
import { incompatibleAnswer, searchForPlatform } from '../../features/agents/ucp-search.ts'
import type { Call } from '../../features/call.ts'
import { Refusal } from '../../features/errors.ts'
import type { SearchDeps } from '../../features/search/search-products.ts'
import type { App } from '../app.ts'
import { answerDocument } from '../answer-document.ts'

export type UcpDeps = SearchDeps & {
  profiles: AgentProfiles
  hasShop(id: string): Promise<boolean>
}

export function ucpRoutes(app: App, deps: UcpDeps): void {
  app.storefront(ucpSearchRoute, async (call) => {
    const negotiation = await negotiateWith(deps.profiles, call)
    if (negotiation.kind === 'agreed') {
      const products = Math.min(call.body.pagination?.limit ?? UCP_MOST_PRODUCTS, UCP_MOST_PRODUCTS)
      return call.work.admit('expensive-search', SEARCH_COST + products, () => searchForPlatform(deps, call))
    }
    if (negotiation.kind === 'incompatible') return incompatibleAnswer()
    const { status, code, content } = negotiation
    return Response.json({ code, content, error: content }, { status }) as never
  })
  app.public(ucpProfileRoute, async (call) => {
    const shop = (call.query.shop ?? String(call.headers['x-shop'] ?? '')).trim().toLowerCase()
    if (shop === '' || !(await deps.hasShop(shop))) throw new Refusal(404, 'there is no such shop: name one in ?shop=')
    return answerDocument(call, 'application/json; charset=utf-8', JSON.stringify(profileOf(call.origin.url, shop)))
  })
}

/** A profile that is known costs nothing; to fetch another makes somebody else's server work. */
function negotiateWith(
  profiles: AgentProfiles,
  { headers, nowMs, work }: Call<unknown>,
): Negotiation | Promise<Negotiation> {
  const header = headers['ucp-agent']
  return profiles.recall(header, nowMs) ?? work.admit('outside', FETCH_COST, () => profiles.negotiate(header, nowMs))
}

/** Cost of a search by meaning, without its products. */
const SEARCH_COST = 30
/** A platform has one profile: an address that names sixty in a minute has used up what it may ask for. */
const FETCH_COST = 200

function profileOf(origin: string, shop: string): object {
  const site = `https://ucp.dev/${UCP_VERSION}`
  const service = {
    version: UCP_VERSION,
    spec: `${site}/specification/overview`,
    transport: 'rest',
    schema: `${site}/services/shopping/rest.openapi.json`,
    endpoint: `${origin}/ucp/${encodeURIComponent(shop)}`,
  }
  const capability = {
    version: UCP_VERSION,
    spec: `${site}/specification/catalog/search`,
    schema: `${site}/schemas/shopping/catalog_search.json`,
  }
  return {
    ucp: {
      version: UCP_VERSION,
      services: { 'dev.ucp.shopping': [service] },
      capabilities: { [UCP_CATALOG_SEARCH]: [capability] },
      payment_handlers: {},
    },
  }
}
