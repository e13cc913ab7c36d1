/** The servers under the framework, one for each address it listens on: their times, the short way in, and how they stop. */
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { COMMON_HEADERS } from './exchange.ts'
import type { StorefrontEdge } from './storefront-edge.ts'
import { StorefrontLane } from './storefront-lane.ts'

/** For the whole of a request to come in. Long, for catalogs are sent in one; shorter ones are limited in size. */
const REQUEST_MS = 300_000
const SWEEP_MS = 15_000
/** When stopping: for the answers of the short way, which take milliseconds, and for all else, which may be an import. */
const LAST_ANSWERS_MS = 2500
const LAST_REQUESTS_MS = 6000

export class Listeners {
  readonly #edge: StorefrontEdge
  readonly #newId: () => string
  readonly #servers: Server[] = []
  readonly #lanes: StorefrontLane[] = []

  constructor(edge: StorefrontEdge, newId: () => string) {
    this.#edge = edge
    this.#newId = newId
  }

  /** `handle` serves what the storefront edge leaves. */
  add(handle: RequestListener, keepAliveMs: number): Server {
    // A missing Host is refused by the routes, each in its shape; node's own answer has no body.
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      request.url = originForm(request.url as string)
      if (!this.#edge.take(request, response)) handle(request, response)
    })
    server.keepAliveTimeout = keepAliveMs
    server.requestTimeout = REQUEST_MS
    server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      refuseUnreadable(error, socket as Socket, this.#newId()),
    )
    const times = {
      idleMs: keepAliveMs,
      requestMs: server.headersTimeout,
      sweepMs: SWEEP_MS,
      lastMs: LAST_ANSWERS_MS,
    }
    this.#servers.push(server)
    this.#lanes.push(new StorefrontLane(this.#edge, server, times))
    return server
  }

  stop(): void {
    this.#edge.stopping = true
    for (const lane of this.#lanes) lane.stop()
    const endAll = () => {
      for (const server of this.#servers) server.closeAllConnections()
    }
    setTimeout(endAll, LAST_REQUESTS_MS).unref()
  }
}

/** `http://host/path`, as it is sent to proxies and must be understood by everybody, is `/path`. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const origin = /^https?:\/\/[^/?]*/i.exec(url)
  if (origin === null) return url
  const rest = url.slice(origin[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

const STATUS_OF_ERROR: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
const MESSAGES: Readonly<Record<number, string>> = {
  400: 'request could not be read',
  408: 'request took too long to come in',
  431: 'headers are too large',
}

/** What is no HTTP, or comes too slowly, reaches no route; its answer carries what all answers do. */
function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (socket.writable && !isBeingAnswered(socket)) {
    const status = STATUS_OF_ERROR[code] ?? 400
    const body = JSON.stringify({ error: MESSAGES[status] })
    const own = ['x-request-id', requestId, 'content-length', String(body.length), 'connection', 'close']
    const lines = [...COMMON_HEADERS, ...own].map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`)
  }
  socket.destroy()
}

/** Nothing may be written into the midst of an answer. Node keeps the response at work here, and looks at it for the same reason. */
function isBeingAnswered(socket: Socket): boolean {
  return (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true
}
