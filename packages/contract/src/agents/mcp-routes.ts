/** The Model Context Protocol over HTTP, in which shopping agents call tools. */
import { AnyObject, FreeObject } from '../schema.ts'
import { storefrontRoute } from '../route.ts'

export const mcpMessages = {
  side: 'base' as const,
  errorShape: 'string' as const,
  validatedBy: 'handler' as const,
  bodyLimitBytes: 64 * 1024,
  request: FreeObject('A JSON-RPC message.'),
  response: AnyObject('A JSON-RPC message, as JSON or as an event stream.'),
  otherStatuses: { 202: 'The notification was accepted.', 406: 'The client accepts neither JSON nor event streams.' },
  example: {
    request: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    response: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
  },
}

const mcp = {
  ...mcpMessages,
  group: 'Agents',
  description:
    'One JSON-RPC message of the Model Context Protocol (streamable HTTP, stateless). Tools: search_products, show_product, find_similar, get_recommendations, browse_facets.',
}

export const mcpRoute = storefrontRoute({ ...mcp, path: '/mcp', summary: 'Tools for shopping agents' })

export const publicMcpRoute = storefrontRoute({
  ...mcp,
  path: '/mcp/public',
  summary: 'Tools for shopping agents, without a key',
  description: `${mcp.description} Rate limited by IP address.`,
  auth: 'shop',
})
