/**
 * Storefront answers, packed for clients that take gzip: a page of products is ten times smaller so, and shoppers are on slow lines.
 * Nothing else is packed: answers of the admin API hold secrets of a session beside what a caller sent, and the length of a packed
 * answer could give them away.
 */
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const PREFIX = '/api/storefront/'
/** Smaller answers are sent in a packet or two either way. */
const LEAST_BYTES = 4096
/** The fastest level: nine tenths of what the slowest saves. It runs on a thread of the pool, not on the loop. */
const LEVEL = 1

export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < LEAST_BYTES || !request.url.startsWith(PREFIX)) {
      done(null, payload)
      return
    }
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding'])) {
      done(null, payload)
      return
    }
    gzip(payload, { level: LEVEL }, (error, packed) => {
      if (!error) reply.header('content-encoding', 'gzip')
      done(null, error ? payload : packed)
    })
  })
}

/** `gzip;q=0` refuses it. */
export function takesGzip(accepted: string | string[] | undefined): boolean {
  const offers = String(accepted ?? '')
    .split(',')
    .map((offer) => offer.trim().toLowerCase())
  return offers.some((offer) => /^gzip\s*(?:;\s*q=(?!0(?:\.0*)?$)[\d.]+)?$/.test(offer))
}
