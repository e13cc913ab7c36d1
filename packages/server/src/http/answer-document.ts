/**
 * A small public document that changes rarely and names this host: any page may read it, and whoever has it already is told so. What
 * names the host that somebody asked for is for them alone: kept by a cache, it would send others there.
 */
import { createHash } from 'node:crypto'
import type { PublicCall } from './call.ts'
import { PublicAnswer } from './public-handler.ts'

export function answerDocument({ headers, origin }: PublicCall, type: string, text: string): PublicAnswer {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const common = {
    etag,
    'cache-control': origin.isSet ? 'public, max-age=3600' : 'no-store',
    // The same address answers for another shop where a proxy sends its name along.
    vary: 'x-shop',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'content-type, if-none-match',
    'access-control-expose-headers': 'etag, x-request-id',
  }
  if (headers['if-none-match'] === etag) return new PublicAnswer(304, undefined, common)
  // As bytes: of a text the framework would say its charset, which these types do not have.
  return new PublicAnswer(200, Buffer.from(text), { ...common, 'content-type': type })
}
