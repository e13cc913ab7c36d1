/** The servers under the router, one for each address it listens on: their times, and how they stop. */
import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { CORS_HEADERS } from './cors.ts'

/** For the whole of a request to come in. Long, for catalogs are sent in one; shorter ones are limited in size. */
const REQUEST_MS = 300_000
/** When stopping: for requests that are being answered, which may be an import. */
const LAST_REQUESTS_MS = 6000
/** For the rest of a body that nobody reads: this long and this many bytes, then the connection is given up. */
const DISCARD_MS = 10_000
const DISCARD_BYTES = 64 * 1024 * 1024

export class Connections {
  readonly #newId: () => string
  readonly #servers: Server[] = []
  #isStopping = false

  constructor(newId: () => string) {
    this.#newId = newId
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  listen(handle: RequestListener, keepAliveMs: number): Server {
    const take: RequestListener = (request, response) => {
      request.url = originForm(request.url as string)
      response.on('finish', () => request.complete || discardRest(request))
      handle(request, response)
    }
    // A missing Host is refused by the routes, each in its shape; node's own answer has no body.
    const server = createServer({ requireHostHeader: false }, take)
    // The routes answer these too. Whoever waits to be asked on is asked on when its body is wanted.
    server.on('checkContinue', take)
    server.on('checkExpectation', take)
    server.keepAliveTimeout = keepAliveMs
    server.requestTimeout = REQUEST_MS
    server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      refuseUnreadable(error, socket as Socket, this.#newId()),
    )
    this.#servers.push(server)
    return server
  }

  stop(): void {
    this.#isStopping = true
    for (const server of this.#servers) server.closeIdleConnections()
    const endAll = () => {
      for (const server of this.#servers) server.closeAllConnections()
    }
    setTimeout(endAll, LAST_REQUESTS_MS).unref()
  }
}

/**
 * A refusal may come before the body has been read. Were the connection closed at once, the rest of the body would meet a closed
 * door, and the client would see a broken connection instead of the answer. So the rest is read and thrown away.
 */
function discardRest(request: IncomingMessage): void {
  const { socket } = request
  let discarded = 0
  const giveUp = () => socket.destroy()
  const timer = setTimeout(giveUp, DISCARD_MS).unref()
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > DISCARD_BYTES) giveUp()
  })
  request.once('close', () => clearTimeout(timer))
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
    const headers = {
      ...CORS_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
      'content-length': String(body.length),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy()
}

/** Nothing may be written into the midst of an answer. Node keeps the response at work here, and looks at it for the same reason. */
function isBeingAnswered(socket: Socket): boolean {
  return (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true
}
