/** Each attack keeps a number of connections busy with raw bytes, and reads little more than the status of answers. */
import { connect, type Socket } from 'node:net'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { deepPng } from './deep-png.ts'
import type { AttackedServer } from './attack-server.ts'

export interface AttackCounts {
  connections: number
  requests: number
  /** Answers by status. Attacks that never read have none. */
  statuses: Record<string, number>
}

export interface Attack {
  name: string
  about: string
  connections: number
  /** Requests that a connection sends at once, and again after each answer. */
  bytes: (server: AttackedServer, n: number) => string
  requestsAtOnce?: number
  reads?: false
  together?: readonly string[]
}

const SEARCH = '/api/storefront/v1/headless/search'
const SECTIONS = '/api/storefront/v3/headless/sections'
const LEGACY_RECOMMENDATIONS = '/api/storefront/v2/headless/recommendations'
const LEGACY_EVENTS = '/api/storefront/event'
const EVENTS = '/api/storefront/v1/headless/events'
const IMAGE_SEARCH = '/api/storefront/v1/headless/image-search'
const SIGN_IN = '/api/admin/v1/session'
const CONFIG = '/api/storefront/v1/headless/config'
const PICTURE_SIDE = 4096
const PIPELINED = 20_000
const WORDS = 'linen cotton wool light warm soft long short slim classic modern summer winter city travel gift'.split(
  ' ',
)

export const ATTACKS: readonly Attack[] = [
  {
    name: 'not reading',
    about: '300 connections ask without a key for large answers and do not read them',
    connections: 300,
    reads: false,
    requestsAtOnce: 20,
    bytes: (server) => bigAnswer(server).repeat(20),
  },
  {
    name: 'pipelining',
    about: `40 connections send ${PIPELINED} requests for documents at once`,
    connections: 40,
    requestsAtOnce: PIPELINED,
    bytes: (_server, n) => get(n % 2 === 0 ? '/openapi.json' : '/metrics').repeat(PIPELINED),
  },
  {
    name: 'hybrid flood',
    about: '500 connections search by meaning with the public key, each time for something else',
    connections: 500,
    bytes: (server, n) => keyed(server, SEARCH, { query: words(n), mode: 'hybrid' }),
  },
  {
    name: 'quadratic bodies',
    about: '40 connections send bodies that are expensive to validate',
    connections: 40,
    bytes: expensiveBody,
  },
  {
    name: 'big answers',
    about: '50 connections ask without a key for as many products as they may, and read them',
    connections: 50,
    bytes: (server) => bigAnswer(server),
  },
  {
    name: 'event flood',
    about: '50 connections post events of 900 kB and of 60 kB without a key',
    connections: 50,
    bytes: (server, n) => keyless(server, LEGACY_EVENTS, largeEvent(n % 2 === 0 ? 900_000 : 60_000)),
  },
  {
    name: 'slow agents',
    about: '8 connections name, without a key, profiles on hosts that do not answer',
    connections: 8,
    bytes: ({ attacked }, n) => post(`/ucp/${attacked.shop}/catalog/search`, slowAgent(n), { query: words(n) }),
  },
  {
    name: 'agents',
    about: '200 connections call tools of the agents’ protocol without a key, each time with other words',
    connections: 200,
    bytes: ({ attacked }, n) => post('/mcp/public', agentOf(attacked.shop), toolCall(n)),
  },
  {
    name: 'false webhooks',
    about: '20 connections send webhooks of 7 MB with a wrong signature',
    connections: 20,
    bytes: falseWebhook,
  },
  {
    name: 'deep pictures',
    about: '10 connections upload an interlaced PNG of 4096 × 4096 pixels with 16 bits a channel',
    connections: 10,
    bytes: (server) => keyed(server, IMAGE_SEARCH, { image: deepPicture() }),
  },
  {
    name: 'written pictures',
    about:
      '10 connections search by pictures of the largest size that are written out, byte for byte, in a data: address',
    connections: 10,
    bytes: (server) =>
      (writtenPicture ??= keyed(server, IMAGE_SEARCH, { image_url: `data:,${'%41'.repeat(2_200_000)}` })),
  },
  {
    name: 'documents',
    about: '100 connections ask for the reference and what agents read, and read the answers',
    connections: 100,
    bytes: ({ attacked }, n) => {
      const paths = [
        '/docs/js/scalar.js',
        '/openapi.json',
        '/docs/',
        '/llms.txt',
        `/.well-known/ucp?shop=${attacked.shop}`,
      ]
      return get(paths[n % paths.length] as string)
    },
  },
  {
    name: 'false tokens',
    about: '100 connections search with session tokens, admin keys and signatures that are none',
    connections: 100,
    bytes: (server, n) =>
      post(SEARCH, falseProofs(server, n), { query: words(n), customer_id: String(n), preview: true }),
  },
  {
    name: 'chunked drain',
    about: '20 connections send chunked bodies without a byte with the public key',
    connections: 20,
    bytes: chunkedEmpty,
  },
  {
    name: 'click farm',
    about: '20 connections click on search results, with and without the key, as ever new visitors',
    connections: 20,
    bytes: (server, n) => (n % 2 === 0 ? keyless(server, LEGACY_EVENTS, click()) : keyed(server, EVENTS, click())),
  },
  {
    name: 'waiting games',
    about: 'slow agents, deep pictures, a chunked drain and a click farm at the same time',
    connections: 58,
    bytes: () => '',
    together: ['slow agents', 'deep pictures', 'chunked drain', 'click farm'],
  },
]

export function run(attack: Attack, server: AttackedServer, localAddress: string | undefined) {
  const names = attack.together ?? [attack.name]
  const parts = ATTACKS.filter(({ name }) => names.includes(name)).map((one) => runOne(one, server, localAddress))
  return {
    stop(): AttackCounts {
      return parts.map((part) => part.stop()).reduce(addCounts)
    },
  }
}

function addCounts(a: AttackCounts, b: AttackCounts): AttackCounts {
  const statuses = { ...a.statuses }
  for (const [status, count] of Object.entries(b.statuses)) statuses[status] = (statuses[status] ?? 0) + count
  return { connections: a.connections + b.connections, requests: a.requests + b.requests, statuses }
}

function runOne(attack: Attack, server: AttackedServer, localAddress: string | undefined) {
  const counts: AttackCounts = { connections: 0, requests: 0, statuses: {} }
  const sockets = new Set<Socket>()
  let isStopped = false
  let sent = 0
  const { port, hostname } = new URL(server.url)

  const send = (socket: Socket) => {
    counts.requests += attack.requestsAtOnce ?? 1
    socket.write(attack.bytes(server, sent++))
  }

  const open = () => {
    if (isStopped) return
    const socket = connect({ port: Number(port), host: hostname, ...(localAddress ? { localAddress } : {}) })
    counts.connections++
    sockets.add(socket)
    socket.on('connect', () => send(socket)).on('error', () => {})
    if (attack.reads === false) socket.pause()
    else {
      let unanswered = ''
      socket.on('data', (chunk) => {
        // A status line may arrive in two pieces.
        const text = unanswered + chunk.toString('latin1')
        const found = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
        unanswered = found.length > 0 ? '' : text.slice(-12)
        for (const [, status = ''] of found) counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
        if (found.length > 0 && attack.requestsAtOnce === undefined && !isStopped) send(socket)
      })
    }
    socket.on('close', () => {
      sockets.delete(socket)
      // A real client waits at least this long before it connects again.
      setTimeout(open, 10)
    })
  }
  for (let i = 0; i < attack.connections; i++) open()

  return {
    stop(): AttackCounts {
      isStopped = true
      for (const socket of sockets) socket.destroy()
      return counts
    },
  }
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
}

let expensiveBodies: string[] | undefined

/** Bodies are cached, because making them takes longer than refusing them. */
function expensiveBody(server: AttackedServer, n: number): string {
  expensiveBodies ??= [
    keyed(server, SECTIONS, { sections: Array(1000).fill([]) }),
    keyed(server, SEARCH, { query: 'x', publication_ids: Array(2000).fill('1a') }),
    keyed(server, SEARCH, { query: 'x', applied_filters: Array(100_000).fill(1) }),
    keyed(server, SEARCH, { query: 'x', facets: Array(300_000).fill([]) }),
    keyed(server, IMAGE_SEARCH, { facets: Array(2_000_000).fill([]) }),
    post(SIGN_IN, '', { name: Array(2_000_000).fill([]) }),
  ]
  return expensiveBodies[n % expensiveBodies.length] as string
}

function bigAnswer(server: AttackedServer): string {
  const queries = Array.from({ length: 6 }, (_, i) => ({
    id: `q${i}`,
    recommendation_type: 'similar_products',
    product_ids: [i + 1],
    max_recommendations: 50,
  }))
  return keyless(server, LEGACY_RECOMMENDATIONS, { queries })
}

function keyless({ attacked }: AttackedServer, path: string, body: object): string {
  return post(path, `x-shop: ${attacked.shop}\r\n`, body)
}

function keyed({ attacked }: AttackedServer, path: string, body: object): string {
  return post(path, `x-shop: ${attacked.shop}\r\nauthorization: Bearer ${attacked.key}\r\n`, body)
}

function post(path: string, headers: string, body: object): string {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

function words(n: number): string {
  const word = (i: number) => WORDS[i % WORDS.length] as string
  return `${word(n)} ${word(n * 7 + 3)} ${word(Math.floor(n / 16))} ${n.toString(36)}`
}

function largeEvent(bytes: number): object {
  const data = { text: 'x'.repeat(bytes) }
  return sampleEnvelope('page_viewed', Date.now(), { event: { id: crypto.randomUUID(), data } })
}

let webhookBody: string | undefined

function falseWebhook({ attacked }: AttackedServer): string {
  webhookBody ??= JSON.stringify({ id: 1, title: 'x'.repeat(7_000_000) })
  const signature = Buffer.alloc(32).toString('base64')
  const headers = `x-shopify-topic: products/update\r\nx-shopify-shop-domain: ${attacked.shop}\r\nx-shopify-hmac-sha256: ${signature}\r\n`
  return `POST /webhooks/shopify HTTP/1.1\r\nhost: x\r\n${headers}content-type: application/json\r\ncontent-length: ${webhookBody.length}\r\n\r\n${webhookBody}`
}

function agentOf(shop: string): string {
  return `x-shop: ${shop}\r\naccept: application/json, text/event-stream\r\n`
}

function toolCall(n: number): object {
  const [name, given] =
    n % 3 === 0 ? ['show_product', { product_id: 1 + (n % 500) }] : ['search_products', { query: words(n) }]
  return { jsonrpc: '2.0', id: n, method: 'tools/call', params: { name, arguments: given } }
}

function slowAgent(n: number): string {
  return `ucp-agent: profile="https://slow${n}.example/profile.json"\r\n`
}

let writtenPicture: string | undefined

function falseProofs({ attacked }: AttackedServer, n: number): string {
  const claims = Buffer.from(JSON.stringify({ sub: 'x'.repeat(4000), n })).toString('base64url')
  const token = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${claims}.${'A'.repeat(43)}`
  const proofs = `x-session-token: ${token}\r\nx-admin-key: vak_${n}\r\nx-customer-signature: ${'0'.repeat(64)}\r\n`
  return `x-shop: ${attacked.shop}\r\nauthorization: Bearer ${attacked.key}\r\n${proofs}`
}

let picture: string | undefined

/** Making the picture takes seconds, so call this before the attacks. */
export function deepPicture(): string {
  picture ??= deepPng(PICTURE_SIDE).toString('base64')
  return picture
}

function chunkedEmpty({ attacked }: AttackedServer): string {
  const headers = `x-shop: ${attacked.shop}\r\nauthorization: Bearer ${attacked.key}\r\ncontent-type: application/json\r\n`
  return `POST ${CONFIG} HTTP/1.1\r\nhost: x\r\n${headers}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`
}

function click(): object {
  const data = { query: 'linen shirt', product_id: 7, position: 1 }
  return sampleEnvelope('svc:search_result_clicked', Date.now(), { event: { id: crypto.randomUUID(), data } })
}
