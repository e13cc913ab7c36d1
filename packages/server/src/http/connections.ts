/** Limits connections, and the bytes of bodies and answers. At a limit, the quietest connection is closed. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { TooBusy } from '../features/errors.ts'
import { Connection, type ConnectionDeps } from './connection.ts'
import { rawAnswer, serviceUnavailable } from './raw-answer.ts'

/** Catalogs are sent in one request, which takes long. */
const REQUEST_MS = 300_000
/** For requests in progress when the process stops, such as imports. */
const LAST_REQUESTS_MS = 6000
const SWEEP_MS = 5000
const REFUSED_MS = 1000
/** Pause for an address that has pipelined far too many requests. */
const FLOOD_PAUSE_MS = 1000
const MAX_FLOODERS = 1000
/** More refused connections at a time are closed without an answer. */
const REFUSED_AT_A_TIME = 200

export interface ConnectionLimits {
  connections: number
  /** Bytes of incoming bodies and unread answers, over all connections. */
  heldBytes: number
  /** A quiet connection may be closed after this time. */
  quietMs: number
  /** The connection of an unread answer is closed after this time. */
  answerMs: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 2000,
  heldBytes: 128 * 1024 * 1024,
  quietMs: 1000,
  answerMs: 60_000,
}

export interface ConnectionsDeps {
  newId: () => string
  limits: ConnectionLimits
  /** Returns milliseconds of a monotonic clock. */
  now: () => number
  later: (then: () => void, ms: number) => void
}

export class Connections {
  readonly #deps: ConnectionsDeps
  readonly #servers: Server[] = []
  readonly #open = new Map<Socket, Connection>()
  /** Addresses that may not open connections, and until when. */
  readonly #flooders = new Map<string, number>()
  #heldBytes = 0
  #isStopping = false
  #sweeper: NodeJS.Timeout | undefined

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  get count(): number {
    return this.#open.size
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  listen(handle: RequestListener, keepAliveMs: number): Server {
    const { newId, now, later, limits } = this.#deps
    const onAnswered = (connection: Connection) => this.#letGo(connection)
    const onFlood = ({ socket }: Connection) => this.#holdOff(socket.remoteAddress)
    const take: RequestListener = (request, response) => {
      request.url = originForm(request.url as string)
      this.#open.get(request.socket)?.take(request, response)
    }
    // The routes refuse a missing Host in their own form of error; Node's own answer has no body.
    const server = createServer({ requireHostHeader: false }, take)
    const [readRequests] = server.listeners('connection') as ((socket: Socket) => void)[]
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      if (this.#isRefused(socket)) return
      readRequests?.call(server, socket)
      // After Node's own listeners, because the last listener of `resume` decides whether the socket is read.
      this.#add(socket, { handle, newId, now, later, onAnswered, onFlood })
    })
    // Routes also answer requests with an `Expect` header. `100 Continue` is sent once the body is wanted.
    server.on('checkContinue', take)
    server.on('checkExpectation', take)
    server.maxConnections = limits.connections + REFUSED_AT_A_TIME
    server.keepAliveTimeout = keepAliveMs
    server.requestTimeout = REQUEST_MS
    server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      refuseUnreadable(error, socket as Socket, newId()),
    )
    this.#servers.push(server)
    this.#sweeper ??= setInterval(() => this.sweep(), SWEEP_MS).unref()
    return server
  }

  /** Counts the bytes. Throws `TooBusy` if there is no room for them. */
  hold(socket: Socket, bytes: number): void {
    const connection = this.#open.get(socket)
    if (connection === undefined) return
    while (this.#heldBytes + bytes > this.#deps.limits.heldBytes)
      if (!this.#closeQuietest((one) => one !== connection && one.heldBytes > 0)) throw new TooBusy(1)
    this.#heldBytes += bytes
    connection.hold(bytes)
  }

  /** Must be called when the body has been passed on or the answer has been sent. */
  release(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection !== undefined) this.#letGo(connection)
  }

  /** Counts the answer. Throws `TooBusy` if there is no room for it. */
  holdAnswer(socket: Socket, bytes: number): void {
    this.release(socket)
    this.hold(socket, bytes)
    this.#open.get(socket)?.answered()
  }

  sweep(): void {
    const sinceMs = this.#deps.now() - this.#deps.limits.answerMs
    for (const connection of this.#open.values())
      if (
        (connection.heldBytes > 0 || connection.hasUnread()) &&
        connection.isWaitingForClient() &&
        connection.quietSinceMs < sinceMs
      )
        this.#close(connection)
  }

  stop(): void {
    this.#isStopping = true
    clearInterval(this.#sweeper)
    for (const server of this.#servers) server.closeIdleConnections()
    const endAll = () => {
      for (const server of this.#servers) server.closeAllConnections()
    }
    setTimeout(endAll, LAST_REQUESTS_MS).unref()
  }

  #isRefused(socket: Socket): boolean {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || this.#isHeldOff(remoteAddress)) {
      socket.destroy()
      return true
    }
    if (this.#open.size < this.#deps.limits.connections || this.#closeQuietest(() => true)) return false
    socket.on('error', () => {}).end(serviceUnavailable(this.#deps.newId(), 'too many connections'))
    setTimeout(() => socket.destroy(), REFUSED_MS).unref()
    return true
  }

  #add(socket: Socket, deps: ConnectionDeps): void {
    const connection = new Connection(socket, deps)
    this.#open.set(socket, connection)
    socket.once('close', () => {
      this.#letGo(connection)
      this.#open.delete(socket)
    })
  }

  #holdOff(address: string | undefined): void {
    if (address === undefined) return
    if (this.#flooders.size >= MAX_FLOODERS) this.#flooders.clear()
    this.#flooders.set(address, this.#deps.now() + FLOOD_PAUSE_MS)
    // Node reads 64 kB of requests before it can be stopped, so the address's other new connections are closed.
    for (const connection of [...this.#open.values()])
      if (connection.isFresh() && connection.socket.remoteAddress === address) this.#close(connection)
  }

  #isHeldOff(address: string): boolean {
    const untilMs = this.#flooders.get(address)
    if (untilMs === undefined) return false
    if (this.#deps.now() < untilMs) return true
    this.#flooders.delete(address)
    return false
  }

  /** Returns false if no connection has been quiet long enough. */
  #closeQuietest(isMeant: (connection: Connection) => boolean): boolean {
    let quietest: Connection | undefined
    let sinceMs = this.#deps.now() - this.#deps.limits.quietMs
    for (const connection of this.#open.values())
      if (connection.quietSinceMs <= sinceMs && connection.isWaitingForClient() && isMeant(connection)) {
        quietest = connection
        sinceMs = connection.quietSinceMs
      }
    if (quietest === undefined) return false
    this.#close(quietest)
    return true
  }

  #close(connection: Connection): void {
    this.#letGo(connection)
    this.#open.delete(connection.socket)
    connection.socket.destroy()
  }

  #letGo(connection: Connection): void {
    this.#heldBytes -= connection.heldBytes
    connection.heldBytes = 0
  }
}

/** Converts `http://host/path` to `/path`. Servers must accept this form, which is meant for proxies. */
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
  408: 'request took too long to arrive',
  431: 'headers are too large',
}

/** Answers input that reaches no route, because it is not HTTP or arrives too slowly. */
function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  const status = STATUS_OF_ERROR[code] ?? 400
  if (socket.writable && !isBeingAnswered(socket))
    socket.write(rawAnswer(status, requestId, MESSAGES[status] as string))
  socket.destroy()
}

/** Node keeps the response in this field and makes the same check. */
function isBeingAnswered(socket: Socket): boolean {
  return (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true
}
