/** Every transport has the same checks, costs and contents. */
import {
  MAX_LOOKED_UP,
  UCP_CATALOG_LOOKUP,
  UCP_CATALOG_SEARCH,
  UCP_MOST_PRODUCTS,
  UcpLookupRequest,
  UcpProductRequest,
  UcpSearchRequest,
} from '@vitrine/contract'
import type { AgentProfiles } from '../../features/agents/agent-profiles.ts'
import type { AgentCall } from '../../features/agents/agent-tools.ts'
import type { LookDeps } from '../../features/agents/record-agent-serve.ts'
import { incompatibleAnswer } from '../../features/agents/ucp-envelope.ts'
import { lookUpForPlatform, productForPlatform } from '../../features/agents/ucp-lookup.ts'
import { searchForPlatform } from '../../features/agents/ucp-search.ts'
import type { Call } from '../../features/call.ts'
import type { SearchDeps } from '../../features/search/search-products.ts'

export type PlatformDeps = SearchDeps & LookDeps & { profiles: AgentProfiles }

export class UcpRefused extends Error {
  readonly status: 400 | 422 | 424
  readonly code: string

  constructor(status: 400 | 422 | 424, code: string, content: string) {
    super(content)
    this.status = status
    this.code = code
  }
}

/** Cost of a search by meaning, without its products. */
const SEARCH_COST = 30
/** Sixty fetches in a minute use up the default budget of an address. A platform needs one. */
const FETCH_COST = 200

export const UCP_TOOLS = {
  search_catalog: {
    description: 'Finds products by words, by category or by price.',
    capability: UCP_CATALOG_SEARCH,
    request: UcpSearchRequest,
    answer: (deps: PlatformDeps, call: Call<UcpSearchRequest>) => {
      const products = Math.min(call.body.pagination?.limit ?? UCP_MOST_PRODUCTS, UCP_MOST_PRODUCTS)
      return call.work.admit('expensive-search', SEARCH_COST + products, () => searchForPlatform(deps, call))
    },
  },
  lookup_catalog: {
    description: 'Finds products and variants by their identifiers.',
    capability: UCP_CATALOG_LOOKUP,
    request: UcpLookupRequest,
    answer: (deps: PlatformDeps, call: Call<UcpLookupRequest>) => {
      const { length } = call.body.ids
      if (length > MAX_LOOKED_UP)
        throw new UcpRefused(400, 'request_too_large', `ids must contain at most ${MAX_LOOKED_UP} identifiers`)
      return call.work.admit('search', 2 + length, () => lookUpForPlatform(deps, call))
    },
  },
  get_product: {
    description: 'Looks at one product: description, options, and the price and stock of its variants as they are now.',
    capability: UCP_CATALOG_LOOKUP,
    request: UcpProductRequest,
    answer: (deps: PlatformDeps, call: Call<UcpProductRequest>) =>
      call.work.admit('search', 4, () => productForPlatform(deps, call)),
  },
} as const
export type UcpTool = keyof typeof UCP_TOOLS

export async function answerPlatform(
  deps: PlatformDeps,
  call: AgentCall,
  { tool, profile }: { tool: UcpTool; profile: string },
): Promise<object> {
  const negotiation = await negotiateWith(deps.profiles, call, profile)
  if (negotiation.kind === 'refused') throw new UcpRefused(negotiation.status, negotiation.code, negotiation.content)
  const { capability, answer } = UCP_TOOLS[tool]
  if (!negotiation.capabilities.includes(capability)) return incompatibleAnswer(capability)
  return answer(deps, call as Call<never>)
}

/** Fetching an unknown profile is charged, because it uses another server. */
function negotiateWith(profiles: AgentProfiles, { nowMs, work }: AgentCall, profile: string) {
  return profiles.recall(profile, nowMs) ?? work.admit('outside', FETCH_COST, () => profiles.negotiate(profile, nowMs))
}
