/** A small fake Shopify, built from Shopify's own schema, so that it refuses the same queries. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { execute, type GraphQLSchema, parse, validate } from 'graphql'

export interface Fakes {
  products: object[]
  /** Lines of each operation's file, keyed by a word of its query. */
  files: Record<string, string>
  rootCounts: Record<string, number>
  publications: object[]
  markets: object[]
  collections: object[]
}

export interface ShopifyServer {
  origin: string
  asked: string[]
  webhooks: { id: string; topic: string; uri: string }[]
  /** Statuses that the next operations end with, in order; after that COMPLETED. */
  fates: { status: string; errorCode?: string }[]
  cutFiles: number
  throttled: number
  tokens: Set<string>
  close(): Promise<void>
}

const TOKEN = 'shpat_of_the_test'
const THROTTLED = {
  errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
  extensions: { cost: { requestedQueryCost: 100, throttleStatus: { currentlyAvailable: 50, restoreRate: 50 } } },
}

export async function startShopify(schema: GraphQLSchema, fakes: Fakes): Promise<ShopifyServer> {
  const operations = new Map<string, { word: string; polls: number; fate: { status: string; errorCode?: string } }>()
  const server = createServer()
  const state: ShopifyServer = { origin: '', asked: [], webhooks: [], fates: [], cutFiles: 0, throttled: 0, tokens: new Set(), close: () => close(server) } // biome-ignore format: one line reads better
  const page = (nodes: object[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } })
  const root = {
    shop: { name: 'Test shop', myshopifyDomain: 't.myshopify.com', currencyCode: 'EUR', ianaTimezone: 'Europe/Berlin' },
    shopLocales: [{ locale: 'en', primary: true, published: true }, { locale: 'de', primary: false, published: true }, { locale: 'fr', primary: false, published: false }], // biome-ignore format: one line reads better
    publications: page(fakes.publications),
    markets: page(fakes.markets),
    collections: page(fakes.collections),
    webhookSubscriptions: () => page(state.webhooks),
    webhookSubscriptionCreate({
      topic,
      webhookSubscription: { uri },
    }: {
      topic: string
      webhookSubscription: { uri: string }
    }) {
      state.webhooks.push({ id: `gid://shopify/WebhookSubscription/${state.webhooks.length}`, topic, uri })
      return { webhookSubscription: { id: 'gid://shopify/WebhookSubscription/1' }, userErrors: [] }
    },
    bulkOperationRunQuery({ query }: { query: string }) {
      const errors = validate(schema, parse(query))
      if (errors.length > 0)
        return { bulkOperation: null, userErrors: errors.map(({ message }) => ({ field: null, message })) }
      const id = `gid://shopify/BulkOperation/${operations.size + 1}`
      const word = query.includes('resourcePublicationsV2') ? 'places' : 'products'
      operations.set(id, { word, polls: 0, fate: state.fates.shift() ?? { status: 'COMPLETED' } })
      state.asked.push(`run ${word}`)
      return { bulkOperation: { id, status: 'CREATED' }, userErrors: [] }
    },
    node({ id }: { id: string }) {
      const operation = operations.get(id)
      if (!operation) return null
      const { word, fate } = operation
      const status = operation.polls++ === 0 ? 'RUNNING' : fate.status
      const url = status === 'COMPLETED' ? `${state.origin}/files/${word}` : null
      return { __typename: 'BulkOperation', id, status, errorCode: fate.errorCode ?? null, objectCount: '9', rootObjectCount: String(fakes.rootCounts[word]), url, partialDataUrl: null } // biome-ignore format: one line reads better
    },
  }
  const answerTo = async ({ query, variables }: { query: string; variables: Record<string, unknown> }) => {
    const document = parse(query)
    const errors = validate(schema, document)
    const typeResolver = ((value: { __typename?: string }) => value.__typename) as never
    if (errors.length > 0) return { errors }
    return execute({ schema, document, variableValues: variables, rootValue: root, typeResolver })
  }
  const fileOf = (word: string, token: unknown) => {
    state.asked.push(`file ${word}`)
    state.tokens.add(String(token))
    const text = fakes.files[word] ?? ''
    return state.cutFiles-- > 0 ? text.slice(0, Math.floor(text.length * 0.6)) : text
  }
  server.on('request', async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const token = request.headers['x-shopify-access-token']
    const [, word] = /^\/files\/(.+)$/.exec(request.url ?? '') ?? []
    if (word !== undefined) response.end(fileOf(word, token))
    else if (token !== TOKEN) response.writeHead(401).end('{"errors":"no"}')
    else if (state.throttled-- > 0) response.end(JSON.stringify(THROTTLED))
    else response.end(JSON.stringify(await answerTo(JSON.parse(Buffer.concat(chunks).toString()))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
