/** Compresses answers in the thread pool, except for small ones and those with a token. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Route } from '@vitrine/contract'
import type { onSendAsyncHookHandler } from 'fastify'

const compress = promisify(gzip)
/** Smaller answers fit into a few packets. */
const MIN_BYTES = 4096
/** Higher levels save little more and take several times as long. */
const LEVEL = 1

export function answerCompression({ response }: Route): onSendAsyncHookHandler | undefined {
  return holdsToken(response) ? undefined : compressAnswer
}

/** With a session token and text of the caller in one answer, the compressed length could reveal the token. */
function holdsToken(schema: object): boolean {
  const fields = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return fields.includes('session_token') && !fields.includes('sections')
}

const compressAnswer: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  if (payload.length < MIN_BYTES) return payload
  reply.header('vary', 'accept-encoding')
  if (!acceptsGzip(request.headers['accept-encoding'])) return payload
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return compress(payload, { level: LEVEL })
}

/** True if `Accept-Encoding` (RFC 9110) has gzip or `*` with a weight above 0. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const weights = new Map<string, number>()
  for (const part of String(header ?? '').split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
