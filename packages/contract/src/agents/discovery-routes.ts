/** Agents that know only the host find the MCP endpoints in an AI catalog with server cards, and in llms.txt. */
import type { TSchema } from 'typebox'
import { mcpRoute, publicMcpRoute } from './mcp-routes.ts'
import type { Route } from '../route.ts'
import { AnyObject, Text } from '../schema.ts'

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json'
export const AI_CATALOG_TYPE = 'application/ai-catalog+json'

function discovery(route: { path: string; summary: string; description: string; responseType: string }): Route {
  const response: TSchema = route.responseType.startsWith('text/') ? Text() : AnyObject()
  return {
    method: 'GET',
    group: 'Agents',
    auth: 'none',
    side: 'base',
    errorShape: 'string',
    response,
    otherStatuses: { 304: 'Not modified: the ETag sent in If-None-Match is still current.' },
    ...route,
  }
}

export const aiCatalogRoute = discovery({
  path: '/.well-known/ai-catalog.json',
  summary: 'Where the MCP endpoints are',
  description: 'An AI catalog with an entry for each MCP server card.',
  responseType: AI_CATALOG_TYPE,
})

const serverCard = (endpoint: string, summary: string) =>
  discovery({
    path: `${endpoint}/server-card`,
    summary,
    description: 'Address, headers and protocol versions of the endpoint, as an MCP server card.',
    responseType: SERVER_CARD_TYPE,
  })

export const serverCardRoute = serverCard(mcpRoute.path, 'Server card of /mcp')
export const publicServerCardRoute = serverCard(publicMcpRoute.path, 'Server card of /mcp/public')

export const llmsRoute = discovery({
  path: '/llms.txt',
  summary: 'What this host offers, for language models',
  description: 'A page of Markdown with links to the API document and the MCP endpoints.',
  responseType: 'text/plain; charset=utf-8',
})
