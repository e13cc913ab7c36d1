/**
 * Answers with products are some ten times smaller compressed, which a shopper on a phone feels. Only where the caller asks for
 * it, never for answers that hold a token, and not for small ones. It happens in the thread pool, so the loop stays free.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Route } from '@vitrine/contract'
import type { onSendAsyncHookHandler } from 'fastify'

const compress = promisify(gzip)
/** Below this an answer fits into a few packets anyway. */
const MIN_BYTES = 4096
/** The fastest level: the others save little more of such texts, and cost several times as much. */
const LEVEL = 1

export function answerCompression({ response }: Route): onSendAsyncHookHandler | undefined {
  return holdsToken(response) ? undefined : compressAnswer
}

/**
 * A session token beside words that the caller chose: the compressed length could give it away. Sections have a token as well, but repeat
 * nothing of what was asked.
 */
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

/** As RFC 9110 has it: named, or covered by `*`, and not with a weight of nothing. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const weights = new Map<string, number>()
  for (const part of String(header ?? '').split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
