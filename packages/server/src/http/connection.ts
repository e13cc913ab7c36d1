/** Requests of one socket are answered one by one, so that at most one answer is in memory. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { serviceUnavailable } from './raw-answer.ts'

/** Few clients pipeline requests, and those send a handful. */
export const MAX_PIPELINED = 64
/** A connection is not read for this long after a 429 or 503, so that repeating the request at once is pointless. */
const HELD_BACK_MS = 250
/** Time for a client to read why its connection is closed. */
const HANG_UP_MS = 1000
/** The rest of a refused body is discarded until nothing arrives for this long, or until it exceeds the limit below. */
const DISCARD_MS = 10_000
const DISCARD_BYTES = 64 * 1024 * 1024

export interface ConnectionDeps {
  handle: RequestListener
  newId: () => string
  now: () => number
  later: (then: () => void, ms: number) => void
  /** Called when an answer was sent or given up. */
  onAnswered: (connection: Connection) => void
  onFlood: (connection: Connection) => void
}

export class Connection {
  readonly socket: Socket
  /** Bytes of the request body and the answer that are in memory. */
  heldBytes = 0
  quietSinceMs: number
  readonly #deps: ConnectionDeps
  readonly #waiting: { request: IncomingMessage; response: ServerResponse }[] = []
  #current: IncomingMessage | undefined
  #response: ServerResponse | undefined
  #isAnswered = false
  #isRefusing = false
  #isHeldBack = false
  #hasAsked = false

  constructor(socket: Socket, deps: ConnectionDeps) {
    this.socket = socket
    this.#deps = deps
    this.quietSinceMs = deps.now()
    // Reading a body resumes the socket, but nothing more may be read while requests wait.
    socket.on('resume', () => this.#isAhead() && socket.pause())
    socket.on('drain', () => {
      this.quietSinceMs = deps.now()
    })
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isRefusing) return
    this.quietSinceMs = this.#deps.now()
    this.#hasAsked = true
    if (this.#current === undefined && !this.#isHeldBack) this.#start(request, response)
    else {
      this.#isRefusing = this.#waiting.length === MAX_PIPELINED
      this.#waiting.push({ request, response })
      this.socket.pause()
      if (this.#isRefusing) this.#deps.onFlood(this)
    }
  }

  #isAhead(): boolean {
    return this.#isRefusing || this.#isHeldBack || this.#waiting.length > 0
  }

  isFresh(): boolean {
    return !this.#hasAsked
  }

  hold(bytes: number): void {
    this.heldBytes += bytes
    this.quietSinceMs = this.#deps.now()
  }

  /** Must be called when sending the answer begins. The connection then waits for the client. */
  answered(): void {
    this.#isAnswered = true
  }

  /** True without a request, with an incomplete one, or with an unread answer. */
  isWaitingForClient(): boolean {
    return this.#current === undefined || this.#isAnswered || !this.#current.complete || this.hasUnread()
  }

  hasUnread(): boolean {
    return this.socket.writableLength > 0
  }

  #start(request: IncomingMessage, response: ServerResponse): void {
    this.#current = request
    this.#response = response
    this.#isAnswered = false
    response.once('close', this.#onClosed)
    this.#deps.handle(request, response)
  }

  readonly #onClosed = (): void => {
    const request = this.#current
    const status = this.#response?.statusCode
    this.#current = undefined
    this.#response = undefined
    this.quietSinceMs = this.#deps.now()
    this.#deps.onAnswered(this)
    if (this.socket.destroyed) return
    if (request?.complete === false) this.#discardRest(request)
    if (status === 429 || status === 503) this.#holdBack()
    // In the next turn of the event loop, so that pipelined requests do not delay other connections.
    else if (this.#waiting.length > 0) setImmediate(this.#next)
  }

  #holdBack(): void {
    this.#isHeldBack = true
    this.socket.pause()
    this.#deps.later(() => {
      this.#isHeldBack = false
      this.#next()
    }, HELD_BACK_MS)
  }

  readonly #next = (): void => {
    if (this.socket.destroyed || this.#current !== undefined) return
    const next = this.#waiting.shift()
    if (!this.#isAhead()) this.socket.resume()
    if (next !== undefined) this.#goOn(next.request, next.response)
  }

  #goOn(request: IncomingMessage, response: ServerResponse): void {
    const isOneTooMany = this.#isRefusing && this.#waiting.length === 0
    if (isOneTooMany) this.#hangUp()
    else this.#start(request, response)
  }

  /** Closes the connection after a pause. With unread input, closing it at once would lose the answer. */
  #hangUp(): void {
    this.socket.end(serviceUnavailable(this.#deps.newId(), 'too many requests at once on a connection'))
    this.#deps.later(() => this.socket.destroy(), HANG_UP_MS)
  }

  /** Closing the connection at once would hide the refusal from the client. */
  #discardRest(request: IncomingMessage): void {
    let discarded = 0
    let before = -1
    request.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > DISCARD_BYTES) this.socket.destroy()
    })
    // A slow client may continue while bytes arrive. Another limit applies to the whole request.
    const giveUpIfQuiet = () => {
      if (request.complete || this.socket.destroyed) return
      if (discarded === before) this.socket.destroy()
      before = discarded
      this.#deps.later(giveUpIfQuiet, DISCARD_MS)
    }
    this.#deps.later(giveUpIfQuiet, DISCARD_MS)
  }
}
