/** Documents that tell agents how to connect to the MCP endpoints. The endpoints list their tools themselves. */
import {
  AI_CATALOG_TYPE,
  aiCatalogRoute,
  llmsRoute,
  mcpRoute,
  publicMcpRoute,
  publicServerCardRoute,
  SERVER_CARD_TYPE,
  serverCardRoute,
} from '@vitrine/contract'
import type { App } from '../app.ts'
import { answerDocument } from '../public-handler.ts'
import type { PublicCall } from '../call.ts'

const ENDPOINTS = [
  { name: 'catalog', route: serverCardRoute, path: mcpRoute.path, needsKey: true },
  { name: 'catalog-public', route: publicServerCardRoute, path: publicMcpRoute.path, needsKey: false },
] as const
type Endpoint = (typeof ENDPOINTS)[number]

export interface DiscoveryDeps {
  version: string
  hasReference: boolean
}

export function discoveryRoutes(app: App, { version, hasReference }: DiscoveryDeps): void {
  for (const endpoint of ENDPOINTS) {
    app.public(endpoint.route, async (call) => {
      const { SUPPORTED_PROTOCOL_VERSIONS: versions } = await import('@modelcontextprotocol/server')
      return answerDocument(call, SERVER_CARD_TYPE, JSON.stringify(serverCard(endpoint, call, { version, versions })))
    })
  }
  app.public(aiCatalogRoute, (call) => answerDocument(call, AI_CATALOG_TYPE, JSON.stringify(aiCatalog(call))))
  app.public(llmsRoute, (call) => answerDocument(call, 'text/plain; charset=utf-8', llmsText(call, hasReference)))
}

interface Versions {
  version: string
  versions: readonly string[]
}

function serverCard({ name, path, needsKey }: Endpoint, call: PublicCall, { version, versions }: Versions): object {
  const shop = call.headers['x-shop']
  const shopHeader = {
    name: 'x-shop',
    description: 'Domain of the shop.',
    isRequired: true,
    ...(typeof shop === 'string' ? { value: shop } : {}),
  }
  const keyHeader = {
    name: 'authorization',
    description: 'A storefront key of the shop.',
    isRequired: true,
    isSecret: true,
    value: 'Bearer {key}',
    variables: { key: { description: 'Begins with vsk_.', isRequired: true, isSecret: true } },
  }
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${reversedHost(call.origin.url)}/${name}`,
    version,
    title: 'Shop catalog',
    description: 'Search the catalog of an online shop, look at products and get recommendations.',
    remotes: [
      {
        type: 'streamable-http',
        url: call.origin.url + path,
        headers: needsKey ? [shopHeader, keyHeader] : [shopHeader],
        supportedProtocolVersions: versions,
      },
    ],
  }
}

function aiCatalog({ origin }: PublicCall): object {
  const { hostname } = new URL(origin.url)
  return {
    specVersion: '1.0',
    entries: ENDPOINTS.map(({ name, route }) => ({
      identifier: `urn:air:${hostname}:mcp:${name}`,
      type: SERVER_CARD_TYPE,
      url: origin.url + route.path,
    })),
  }
}

/** Servers are named by reversed host, such as com.example. */
function reversedHost(origin: string): string {
  return new URL(origin).hostname
    .replaceAll(/[^a-zA-Z0-9.-]/g, '')
    .split('.')
    .toReversed()
    .join('.')
}

function llmsText({ origin: { url: origin } }: PublicCall, hasReference: boolean): string {
  return `# Vitrine

> Search, facets and recommendations of an online shop. Agents use the MCP endpoint; programs use the JSON API.

## For agents

- [AI catalog](${origin}${aiCatalogRoute.path}): the MCP endpoints of this host, with what each needs
- [Profile for the Universal Commerce Protocol](${origin}/.well-known/ucp): add ?shop= and the domain of a shop
${hasReference ? referenceText(origin) : ''}`
}

function referenceText(origin: string): string {
  return `
## For programs

- [OpenAPI document](${origin}/openapi.json): every request and answer
- [API reference](${origin}/docs/): the same as a page
`
}
