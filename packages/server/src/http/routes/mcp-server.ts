/** Vitrine's own tools, for assistants that know no commerce protocol. */
import { isCurrency, MAX_ID_LENGTH } from '@vitrine/contract'
import { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import {
  type AgentCall,
  browseFacets,
  findSimilar,
  recommend,
  searchForAgent,
  showProduct,
} from '../../features/agents/agent-tools.ts'
import { Refusal, RequestRefused } from '../../features/errors.ts'
import type { McpDeps } from './mcp.ts'

const INSTRUCTIONS = `The catalog of an online shop. Begin with search_products; narrow with the keys and values from browse_facets.
Give shoppers the product's url unchanged: it carries the id by which the shop knows that you sent them.`

const id = z
  .union([z.number().int().positive(), z.string().trim().min(1).max(MAX_ID_LENGTH)])
  .describe('product_id or external_id from an earlier answer, a handle or a SKU')
const limit = z.number().int().min(1).max(20).optional().describe('How many products; 5 by default')
const scope = {
  locale: z.string().max(35).optional().describe('Language of the texts, like de'),
  currency: z
    .string()
    .length(3)
    .refine(isCurrency, 'must be an ISO 4217 currency code')
    .optional()
    .describe('Currency of the prices, like EUR'),
}
const filters = z
  .array(z.object({ key: z.string().max(255), values: z.array(z.string().max(1000)).max(50) }))
  .max(20)
  .optional()
  .describe('Selected facet values, with keys and values from browse_facets. A price range is ["10:50"]')
const SORTS = ['relevance', 'price_asc', 'price_desc', 'newest', 'best_selling', 'discount_desc'] as const

export function catalogServer(deps: McpDeps, call: AgentCall): McpServer {
  const server = new McpServer({ name: 'vitrine', version: deps.version }, { instructions: INSTRUCTIONS })
  const readOnly = { annotations: { readOnlyHint: true, openWorldHint: false } }
  server.registerTool(
    'search_products',
    {
      ...readOnly,
      title: 'Search the catalog',
      description:
        'Finds products by words, as a shopper would type them; "blue sofa under 500" works. An empty query lists everything.',
      inputSchema: z.object({
        query: z.string().max(1000),
        filters,
        collection: z.string().max(255).optional().describe('Handle of a collection'),
        sort_by: z.enum(SORTS).optional(),
        page: z.number().int().min(1).max(500).optional(),
        limit,
        ...scope,
      }),
    },
    (asked) => answered(() => searchForAgent(deps, call, asked)),
  )
  server.registerTool(
    'show_product',
    {
      ...readOnly,
      title: 'Look at a product',
      description: 'Description, options, and the price and stock of every variant as they are now.',
      inputSchema: z.object({ product_id: id, ...scope }),
    },
    (asked) => answered(() => showProduct(deps, call, asked)),
  )
  registerRecommendations(server, deps, call)
  server.registerTool(
    'browse_facets',
    {
      ...readOnly,
      title: 'See what can be filtered by',
      description:
        'Facets of a query, a collection or the whole shop, with their values and how many products have them.',
      inputSchema: z.object({
        query: z.string().max(1000).optional(),
        collection: z.string().max(255).optional(),
        keys: z.array(z.string().max(255)).max(20).optional().describe('Only these facets'),
        filters,
        values: z.number().int().min(1).max(50).optional().describe('Values per facet; 10 by default'),
        ...scope,
      }),
    },
    (asked) => answered(() => browseFacets(deps, call, asked)),
  )
  return server
}

function registerRecommendations(server: McpServer, deps: McpDeps, call: AgentCall): void {
  const readOnly = { annotations: { readOnlyHint: true, openWorldHint: false } }
  server.registerTool(
    'find_similar',
    {
      ...readOnly,
      title: 'Find similar products',
      description: 'Products similar to one that the shopper has seen.',
      inputSchema: z.object({ product_id: id, limit, ...scope }),
    },
    (asked) => answered(() => findSimilar(deps, call, asked)),
  )
  server.registerTool(
    'get_recommendations',
    {
      ...readOnly,
      title: 'Get recommendations',
      description: 'Bestsellers, new arrivals, trending products, or products bought together with given ones.',
      inputSchema: z.object({
        type: z.enum(['bestsellers', 'new_arrivals', 'trending', 'bought_together']),
        product_ids: z.array(id).max(10).optional().describe('For bought_together'),
        limit,
        ...scope,
      }),
    },
    (asked) => answered(() => recommend(deps, call, asked)),
  )
}

/** A refusal becomes an answer, too, which the model can read and act on. */
async function answered(ask: () => Promise<object>) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await ask()) }] }
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof RequestRefused)) throw error
    const text = error instanceof RequestRefused ? error.items.map((item) => item.message).join('; ') : error.message
    return { isError: true, content: [{ type: 'text' as const, text }] }
  }
}
