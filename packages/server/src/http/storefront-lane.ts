/**
 * The short way in for storefront requests: connections whose requests are plain (see plain-request.ts) are read and answered
 * here, without the streams, parsers and message objects that `node:http` makes for each. The first request that is not plain,
 * or not to a storefront route, takes its connection over to `node:http`, bytes and all, for good.
 */
import { STATUS_CODES } from 'node:http'
import type { Server, Socket } from 'node:net'
import { COMMON_HEADERS } from './exchange.ts'
import type { StorefrontEdge } from './storefront-edge.ts'
import { type PlainRequest, readPlainRequest } from './plain-request.ts'

export interface LaneTimes {
  /** How long a connection may stay open without a request. */
  idleMs: number
  /** How long a request may take to come in and be answered, and its answer to be read. */
  requestMs: number
  /** How often the two are looked at. */
  sweepMs: number
  /** How long a connection may still take for its answer when the server stops. */
  lastMs: number
}

/** Longer ones are read piece by piece, elsewhere. */
const MAX_BODY = 256 * 1024
/** Nor is one that comes in crumbs put together here: each would be looked at again from its beginning. */
const MAX_CHUNKS = 16

export class StorefrontLane {
  readonly #edge: StorefrontEdge
  readonly #handOver: (socket: Socket) => void
  readonly #times: LaneTimes
  readonly #connections = new Set<Connection>()
  #sweeper: NodeJS.Timeout | undefined
  #stopping = false

  /** Stands before the listener that `server`, an HTTP server, has for its connections. */
  constructor(edge: StorefrontEdge, server: Server, times: LaneTimes) {
    const [listener] = server.listeners('connection')
    server.removeAllListeners('connection')
    this.#edge = edge
    this.#times = times
    this.#handOver = (socket) => listener?.call(server, socket)
    server.on('connection', (socket: Socket) => this.#open(socket))
  }

  /** Ends what is idle; what is being answered ends with its answer, or soon after where nobody reads it. */
  stop(): void {
    this.#stopping = true
    clearInterval(this.#sweeper)
    for (const connection of this.#connections) connection.endWhenIdle()
    const endAll = () => {
      for (const connection of this.#connections) connection.end()
    }
    setTimeout(endAll, this.#times.lastMs).unref()
  }

  #open(socket: Socket): void {
    if (this.#stopping) {
      this.#handOver(socket)
      return
    }
    this.#sweeper ??= setInterval(() => this.#sweep(), this.#times.sweepMs).unref()
    const connection = new Connection(socket, this.#edge, {
      onGone: () => this.#connections.delete(connection),
      handOver: () => this.#handOver(socket),
    })
    this.#connections.add(connection)
  }

  #sweep(): void {
    const nowMs = performance.now()
    for (const connection of this.#connections) connection.endWhenLate(nowMs, this.#times)
  }
}

interface ConnectionEvents {
  onGone: () => void
  handOver: () => void
}

class Connection {
  readonly #socket: Socket
  readonly #edge: StorefrontEdge
  readonly #events: ConnectionEvents
  /** Come in and not yet looked at whole. */
  #bytes: Buffer | undefined
  #chunks = 0
  /** From a request's coming in whole until the next is looked at: its answer is made, waits to be read, or others have their turn. */
  #isBusy = false
  /** The server stops: the answer that is being made is the last. */
  #isEnding = false
  /** Nothing more comes in; what came before is answered. */
  #isHalfClosed = false
  #sinceMs = performance.now()

  constructor(socket: Socket, edge: StorefrontEdge, events: ConnectionEvents) {
    this.#socket = socket
    this.#edge = edge
    this.#events = events
    socket.setNoDelay(true)
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('error', this.#onError)
    socket.on('close', this.#onClose)
  }

  endWhenIdle(): void {
    this.#isEnding = true
    if (!this.#isBusy) this.#socket.destroySoon()
  }

  endWhenLate(nowMs: number, { idleMs, requestMs }: LaneTimes): void {
    const isIdle = !this.#isBusy && this.#bytes === undefined
    if (nowMs - this.#sinceMs > (isIdle ? idleMs : requestMs)) this.end()
  }

  end(): void {
    this.#socket.destroy()
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#bytes === undefined && !this.#isBusy) this.#sinceMs = performance.now()
    this.#bytes = this.#bytes === undefined ? chunk : Buffer.concat([this.#bytes, chunk])
    this.#chunks++
    // Whoever sends on without waiting for answers is read again when those before are answered.
    if (this.#isBusy) this.#socket.pause()
    else this.#next(this.#bytes)
  }

  readonly #onEnd = (): void => {
    this.#isHalfClosed = true
    if (!this.#isBusy) this.#socket.destroySoon()
  }

  readonly #onError = (): void => this.end()
  readonly #onClose = (): void => this.#events.onGone()

  #next(bytes: Buffer): void {
    const request = readPlainRequest(bytes)
    if (request === 'partial') this.#await(bytes)
    else if (request === 'unusual' || request.bodyLength > MAX_BODY || !this.#edge.serves(request.path))
      this.#leave(bytes)
    else if (bytes.length >= request.headLength + request.bodyLength) this.#answer(bytes, request)
    else this.#await(bytes)
  }

  #await(bytes: Buffer): void {
    if (this.#isHalfClosed || this.#chunks > MAX_CHUNKS) this.#leave(bytes)
    else this.#socket.resume()
  }

  #answer(bytes: Buffer, { path, headers, headLength, bodyLength }: PlainRequest): void {
    const end = headLength + bodyLength
    this.#bytes = bytes.length === end ? undefined : bytes.subarray(end)
    if (this.#bytes !== undefined) this.#socket.pause()
    this.#isBusy = true
    this.#chunks = 0
    this.#edge.takeWhole({ path, headers, bytes: bytes.subarray(headLength, end) }, this.#reply)
  }

  readonly #reply = (status: number, headers: readonly string[], text: string): void => {
    this.#sinceMs = performance.now()
    if (this.#socket.destroyed) return
    const isRefused = headers.includes('close')
    const isLast = isRefused || this.#isEnding || (this.#isHalfClosed && this.#bytes === undefined)
    const connection = isRefused ? '' : isLast ? 'connection: close\r\n' : 'connection: keep-alive\r\n'
    const isTaken = this.#socket.write(`${headOf(status, headers)}${connection}\r\n${text}`)
    if (isLast) this.#socket.destroySoon()
    // Nobody is given more answers before the last has been read.
    else if (!isTaken) this.#socket.once('drain', this.#goOn)
    // Not at once: a long row of requests that came together must not keep the others waiting.
    else if (this.#bytes !== undefined) setImmediate(this.#goOn)
    else this.#goOn()
  }

  readonly #goOn = (): void => {
    this.#isBusy = false
    if (this.#socket.destroyed) return
    if (this.#isEnding) this.#socket.destroySoon()
    else if (this.#bytes !== undefined) this.#next(this.#bytes)
    else if (this.#isHalfClosed) this.#socket.destroySoon()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  #leave(bytes: Buffer): void {
    const socket = this.#socket
    if (this.#isHalfClosed) {
      // Bytes cannot be put back behind the end, and `node:http` answers nobody who has ended.
      socket.destroySoon()
      return
    }
    this.#bytes = undefined
    this.#events.onGone()
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('error', this.#onError)
    socket.off('close', this.#onClose)
    socket.pause()
    socket.unshift(bytes)
    this.#events.handOver()
    socket.resume()
  }
}

let dateText = ''
let dateUntilMs = 0

/** Written anew once a second. */
function dateLine(): string {
  const nowMs = Date.now()
  if (nowMs >= dateUntilMs || nowMs < dateUntilMs - 1000) {
    dateText = `date: ${new Date(nowMs).toUTCString()}\r\n`
    dateUntilMs = nowMs - (nowMs % 1000) + 1000
  }
  return dateText
}

function headOf(status: number, headers: readonly string[]): string {
  return statusLines(status) + headerLines(headers) + dateLine()
}

function headerLines(headers: readonly string[]): string {
  let lines = ''
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`
  return lines
}

const linesOfStatus = new Map<number, string>()

/** What all answers with the status begin with. */
function statusLines(status: number): string {
  let lines = linesOfStatus.get(status)
  if (lines === undefined) {
    lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines(COMMON_HEADERS)}`
    linesOfStatus.set(status, lines)
  }
  return lines
}
