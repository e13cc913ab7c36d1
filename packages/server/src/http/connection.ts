/**
 * One client's socket. `node:http` reads requests as fast as they come; here they are answered one after another, the next only
 * when the answer before it has left. So a connection holds one answer at most, however many requests it sends ahead.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { serviceUnavailable } from './raw-answer.ts'

/** Requests that may wait behind the one being answered. Clients that pipeline at all send a handful. */
export const MAX_PIPELINED = 64
/** After it was told to come back later, a connection is not read for so long: asking again at once must not pay. */
const HELD_BACK_MS = 250
/** For a client that is told why it is hung up on. */
const HANG_UP_MS = 1000
/** For the rest of a body that nobody reads: this many bytes, and none for this long, then the connection is given up. */
const DISCARD_MS = 10_000
const DISCARD_BYTES = 64 * 1024 * 1024

export interface ConnectionDeps {
  handle: RequestListener
  newId: () => string
  now: () => number
  later: (then: () => void, ms: number) => void
  /** An answer has left, or never will: nothing is held for it any more. */
  onAnswered: (connection: Connection) => void
  /** It has sent more requests ahead than are answered. */
  onFlood: (connection: Connection) => void
}

export class Connection {
  readonly socket: Socket
  /** Bytes of its body and its answer that are in memory. */
  heldBytes = 0
  /** When it was last heard of, or given something. */
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
    // Reading a body resumes the socket. While requests wait, nothing more is read.
    socket.on('resume', () => this.#isAhead() && socket.pause())
    // The client has read some of an answer that is sent in pieces.
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

  /** Nothing has been read of it yet. */
  isFresh(): boolean {
    return !this.#hasAsked
  }

  /** It holds so many bytes more. The connection is no longer quiet. */
  hold(bytes: number): void {
    this.heldBytes += bytes
    this.quietSinceMs = this.#deps.now()
  }

  /** The answer is on its way: from here on it is the client's turn to read. */
  answered(): void {
    this.#isAnswered = true
  }

  /** True if it stands still because of the client: no request, half a request, or an answer that is not read. */
  isWaitingForClient(): boolean {
    return this.#current === undefined || this.#isAnswered || !this.#current.complete || this.hasUnread()
  }

  /** True if the client leaves bytes unread of an answer that is sent in pieces, such as a file or an export. */
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
    // Not at once: a long row of requests that came together must not keep other connections waiting.
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

  /** Not at once: what it has sent besides is not read, and closing on unread bytes would break the connection before the answer is there. */
  #hangUp(): void {
    this.socket.end(serviceUnavailable(this.#deps.newId(), 'too many requests at once on a connection'))
    this.#deps.later(() => this.socket.destroy(), HANG_UP_MS)
  }

  /**
   * A refusal may come before the body has been read. Were the connection closed at once, the rest of the body would meet a closed
   * door, and the client would see a broken connection instead of the answer. So the rest is read and thrown away.
   */
  #discardRest(request: IncomingMessage): void {
    let discarded = 0
    let before = -1
    request.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > DISCARD_BYTES) this.socket.destroy()
    })
    // However slow the client: as long as something comes. The request as a whole has its own limit of time.
    const giveUpIfQuiet = () => {
      if (request.complete || this.socket.destroyed) return
      if (discarded === before) this.socket.destroy()
      before = discarded
      this.#deps.later(giveUpIfQuiet, DISCARD_MS)
    }
    this.#deps.later(giveUpIfQuiet, DISCARD_MS)
  }
}
