/** Rules for every request: ids, origins, the Host header, unknown paths and methods. */
import type { ErrorShape } from '@vitrine/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, TooBusy } from '../features/errors.ts'
import { allowsOtherOrigins, CORS_HEADERS, PREFLIGHT_HEADERS, PREFLIGHT_PATH } from './cors.ts'
import { pageHeaders } from './page-headers.ts'
import { BodyTooLarge, ExpectationUnknown, HostUnusable, plainError, sendError } from './errors.ts'

/** While the store is unreachable, the seconds since the last contact, which is the age of the data in answers. */
const STATE_AGE_HEADER = 'x-state-age'

export interface Conventions {
  isStopping: () => boolean
  stateAgeSeconds: () => number | undefined
}

export function installConventions(server: FastifyInstance, { isStopping, stateAgeSeconds }: Conventions): void {
  server.decorateRequest('shopId', undefined)
  server.decorateRequest('shop', undefined)
  server.decorateRequest('isServerSide', false)
  server.decorateRequest('actor', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply)
    const ageSeconds = stateAgeSeconds()
    if (ageSeconds !== undefined) reply.header(STATE_AGE_HEADER, ageSeconds)
    if (isStopping()) {
      reply.header('connection', 'close')
      done(new TooBusy(1))
    } else done(headerFault(request))
  })
  server.addHook('preParsing', (request, reply, payload, done) => {
    done(askForBody(request, reply), payload)
  })
  server.options(PREFLIGHT_PATH, (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send())
  server.setErrorHandler((error, request, reply) => {
    // `Connections` reads the rest of an unreadable body, so the connection can stay open.
    if (!isStopping()) reply.removeHeader('connection')
    return sendError(error, request, reply, request.routeOptions.config.errorShape ?? 'string')
  })
  answerUnknownPaths(server)
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const url = request.raw.url as string
  reply.header('x-request-id', request.id)
  if (allowsOtherOrigins(url)) reply.headers(CORS_HEADERS)
  else reply.headers(pageHeaders(url) ?? {})
}

/** Answers a URL that the router cannot read. No hook has run by then, so common headers are set here. */
export function refuseAddress(error: { statusCode?: number }, request: FastifyRequest, reply: FastifyReply): void {
  setCommonHeaders(request, reply)
  const isTooLong = error.statusCode === 414
  const message = isTooLong ? 'a part of the address is too long' : 'the address could not be read'
  reply.code(isTooLong ? 414 : 400).send({ error: message })
}

/** HTTP/1.1 requires a server to refuse these faults. Node would do so without the route's form of error. */
function headerFault({ host, raw }: FastifyRequest): Error | undefined {
  const { url = '', httpVersion, headers, rawHeaders } = raw
  if (host && !isHost(host)) return new HostUnusable('the Host header must be a host name, optionally with a port')
  // Stores do not accept NUL.
  if (url.includes('%00')) return new Refusal(400, 'the address contains a NUL character')
  if (httpVersion !== '1.1') return undefined
  if (headers.host === undefined) return new HostUnusable('the Host header is required', 'any.required')
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) return new ExpectationUnknown()
  return isNamedTwice(rawHeaders, 'host') ? new HostUnusable('there must be one Host header') : undefined
}

/** Rejects everything but a host name or address with an optional port, because it could make a URL point elsewhere. */
function isHost(host: string): boolean {
  return !/[/?#@\\\s]/.test(host) && URL.canParse(`http://${host}`)
}

/** Sends `100 Continue` if the client expects it, unless the body is too large. */
function askForBody({ headers, routeOptions }: FastifyRequest, reply: FastifyReply): Error | null {
  if (headers.expect === undefined) return null
  const isTooLong = Number(headers['content-length'] ?? 0) > (routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY)
  if (isTooLong && routeOptions.config.streamed !== true) return new BodyTooLarge()
  reply.raw.writeContinue()
  return null
}

/** `headers` hides repetitions. `rawHeaders` alternates names and values. */
function isNamedTwice(rawHeaders: readonly string[], name: string): boolean {
  let times = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i] as string
    if (header.length === name.length && header.toLowerCase() === name) times++
  }
  return times > 1
}

/** Answers an unknown path with 404, and another method on a known path with 405 and the allowed methods. */
function answerUnknownPaths(server: FastifyInstance): void {
  const known: { pattern: RegExp; methods: string[]; shape: ErrorShape }[] = []
  server.addHook('onRoute', (route) => {
    const methods = [route.method].flat().filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
    if (methods.length > 0 && !route.url.includes('*'))
      known.push({ pattern: pathPattern(route.url), methods, shape: route.config?.errorShape ?? 'string' })
  })
  // Runs before the body is read, which need not be readable for a wrong URL.
  server.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const path = request.url.split('?', 1)[0] ?? ''
    const routes = known.filter((route) => route.pattern.test(path))
    const [first] = routes
    if (!first) return reply.code(404).send({ error: `unknown path ${path}` })
    const allow = [...new Set(routes.flatMap(({ methods }) => methods))].join(', ')
    const { status, body } = plainError(first.shape, 405, `method ${request.method} not allowed, use ${allow}`)
    return reply.code(status).header('allow', allow).send(body)
  })
}

function pathPattern(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&').replaceAll(/:[A-Za-z_]+/g, '[^/]+')
  return new RegExp(`^${escaped.replace(/\/$/, '')}/?$`)
}
