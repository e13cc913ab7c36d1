/** One storefront request and its answer, however it came in: the headers every answer carries, errors in the route's shape. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorShape } from '@vitrine/contract'
import { CORS_HEADERS } from './cors.ts'
import { answerError, isOurFault } from './errors.ts'

/** What an exchange tells whoever counts and logs requests. */
export interface Answered {
  requestId: string
  route: string
  method: string
  status: number
  ms: number
  shop: string | undefined
}

export interface ExchangeDeps {
  onAnswered: (answered: Answered) => void
  onFault: (error: unknown, requestId: string) => void
}

/** Sends an answer: its own headers, names and values in turn, beside the `COMMON_HEADERS` of them all. */
export type Reply = (status: number, headers: readonly string[], text: string) => void

export interface ExchangeRoute {
  path: string
  errorShape: ErrorShape
}

export const COMMON_HEADERS: readonly string[] = [...CORS_HEADERS, 'content-type', 'application/json; charset=utf-8']

export class Exchange {
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
  /** Set by auth; named in the request's log line. */
  shopId: string | undefined
  /** The body was not read to its end, and is not going to be: the connection cannot be used again. */
  unread = false
  readonly #reply: Reply
  readonly #route: ExchangeRoute
  readonly #deps: ExchangeDeps
  #isAnswered = false
  readonly #begunMs = performance.now()

  constructor(
    deps: ExchangeDeps,
    route: ExchangeRoute,
    given: { headers: IncomingHttpHeaders; requestId: string; reply: Reply },
  ) {
    this.#deps = deps
    this.#route = route
    this.headers = given.headers
    this.#reply = given.reply
    this.requestId = given.requestId
  }

  send(body: unknown): void {
    this.sendText(200, JSON.stringify(body) ?? 'null')
  }

  fail(error: unknown): void {
    const { status, body, headers } = answerError(error, this.#route.errorShape)
    if (isOurFault(error, status)) this.#deps.onFault(error, this.requestId)
    this.sendText(status, JSON.stringify(body), headers)
  }

  /** `text` is JSON. */
  sendText(status: number, text: string, more?: Record<string, string>): void {
    if (this.#isAnswered) return
    this.#isAnswered = true
    const headers = ['x-request-id', this.requestId, 'content-length', String(Buffer.byteLength(text))]
    if (more) for (const name in more) headers.push(name, more[name] as string)
    if (this.unread) headers.push('connection', 'close')
    this.#reply(status, headers, text)
    this.#deps.onAnswered({
      requestId: this.requestId,
      route: this.#route.path,
      method: 'POST',
      status,
      ms: performance.now() - this.#begunMs,
      shop: this.shopId,
    })
  }
}
