/**
 * auth → parse → validate → handler → answer, for the storefront routes that take JSON: all but one, and nearly all requests.
 * In front of the framework, which serves everything else: a request here costs what it needs and nothing for hooks it does
 * not use. While key, shop and session are in memory nothing waits for a promise.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { JSON_BODY_LIMIT_BYTES, type Route } from '@vitrine/contract'
import type { Call } from '../features/call.ts'
import type { Shop } from '../ports/record-store/record-store.ts'
import type { EdgeDeps } from './app.ts'
import { HostMissing } from './errors.ts'
import { COMMON_HEADERS, Exchange, type ExchangeDeps, type Reply } from './exchange.ts'
import { type BodyReader, mayBeLong, readJsonBody, readWholeJson } from './read-json-body.ts'
import { type RateLimit, rateLimit } from './rate-limit.ts'
import { type StorefrontGate, storefrontGate } from './storefront-call.ts'

/** Answers through the exchange, at once or later, and exactly once. */
export type StorefrontHandler = (call: Call<unknown>, exchange: Exchange) => void

export interface WholeRequest {
  path: string
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** The body of a request that may yet be refused without it. */
interface UnreadBody {
  read(reader: BodyReader): void
  onRefused(): void
}

interface Served {
  route: Route
  gate: StorefrontGate
  handler: StorefrontHandler
}

const STOPPING = JSON.stringify({ error: 'this server is stopping, try again' })

export class StorefrontEdge {
  readonly #deps: EdgeDeps
  readonly #observers: ExchangeDeps
  readonly #routes = new Map<string, Served>()
  /** One for all routes: what a key may ask is asked of the deployment. */
  readonly #countRequest: RateLimit
  /** Set before connections are closed: what still comes in on them is told to go elsewhere. */
  stopping = false

  constructor(deps: EdgeDeps, observers: ExchangeDeps) {
    this.#deps = deps
    this.#observers = observers
    this.#countRequest = rateLimit(deps.rateLimitPerMinute)
  }

  serve(route: Route, handler: StorefrontHandler): void {
    this.#routes.set(route.path, { route, gate: this.gateOf(route), handler })
  }

  /** Also for the route that takes uploads, which the framework serves. */
  gateOf(route: Route): StorefrontGate {
    return storefrontGate(this.#deps, route, this.#countRequest)
  }

  serves(path: string): boolean {
    return this.#routes.has(path)
  }

  /** Answers whether the request is to one of its routes, and takes it if so. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'POST') return false
    const url = request.url as string
    const served = this.#routes.get(url) ?? this.#routes.get(pathOf(url))
    if (served === undefined) return false
    const { headers } = request
    const exchange = this.#begin(served, headers, (status, names, text) => {
      if (response.headersSent || response.destroyed) return
      response.writeHead(status, [...COMMON_HEADERS, ...names])
      response.end(text)
    })
    const limit = limitOf(served.route)
    const onRefused = () => {
      exchange.unread = mayBeLong(headers, limit)
    }
    if (lacksHost(request)) {
      onRefused()
      exchange.fail(new HostMissing())
    } else this.#admit(served, exchange, { onRefused, read: (reader) => readJsonBody(request, limit, reader) })
    return true
  }

  /** A request that was read already; its path is one of those it `serves`. */
  takeWhole({ path, headers, bytes }: WholeRequest, reply: Reply): void {
    const served = this.#routes.get(path) as Served
    const exchange = this.#begin(served, headers, reply)
    const limit = limitOf(served.route)
    this.#admit(served, exchange, {
      onRefused: () => {},
      read: (reader) => readWholeJson(headers, bytes, limit, reader),
    })
  }

  #begin(served: Served, headers: IncomingHttpHeaders, reply: Reply): Exchange {
    return new Exchange(this.#observers, served.route, { headers, requestId: this.#deps.newId(), reply })
  }

  #admit(served: Served, exchange: Exchange, body: UnreadBody): void {
    const refuse = (error: unknown) => {
      body.onRefused()
      exchange.fail(error)
    }
    if (this.stopping) {
      exchange.unread = true
      exchange.sendText(503, STOPPING, { 'retry-after': '1' })
      return
    }
    try {
      const shop = served.gate.admit(exchange.headers)
      if (shop instanceof Promise) shop.then((found) => this.#read(served, exchange, found, body)).catch(refuse)
      else this.#read(served, exchange, shop, body)
    } catch (error) {
      refuse(error)
    }
  }

  #read(served: Served, exchange: Exchange, shop: Shop, body: UnreadBody): void {
    exchange.shopId = shop.id
    body.read({
      onBody: (read) => this.#call(served, exchange, shop, read),
      onFault: (error, unread) => {
        exchange.unread = unread
        exchange.fail(error)
      },
    })
  }

  #call(served: Served, exchange: Exchange, shop: Shop, body: unknown): void {
    const { gate, handler } = served
    const { headers, requestId } = exchange
    try {
      const session = gate.readSession(headers, shop)
      if (session instanceof Promise) {
        const handle = (read: Awaited<typeof session>) =>
          handler(gate.toCall({ shop, body, session: read, headers, requestId }), exchange)
        session.then(handle).catch((error) => exchange.fail(error))
      } else handler(gate.toCall({ shop, body, session, headers, requestId }), exchange)
    } catch (error) {
      exchange.fail(error)
    }
  }
}

/** A handler that gives back its answer, or a promise of it. */
export function answering(handler: (call: Call<unknown>) => unknown): StorefrontHandler {
  return (call, exchange) => {
    const answer = handler(call)
    if (answer instanceof Promise) answer.then((body) => exchange.send(body)).catch((error) => exchange.fail(error))
    else exchange.send(answer)
  }
}

function limitOf(route: Route): number {
  return route.bodyLimitBytes ?? JSON_BODY_LIMIT_BYTES
}

export function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1'
}

/** Without a query and without a slash at its end. */
function pathOf(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return path.endsWith('/') ? path.slice(0, -1) : path
}
