import { Refusal } from '../features/errors.ts'

/** Headers that a server sent with its last feed; from them it can tell whether there is a newer one. */
export interface FeedValidators {
  etag?: string
  lastModified?: string
}

export type PulledFeed =
  | { kind: 'unchanged' }
  | { kind: 'changed'; bytes: AsyncIterable<Uint8Array>; length: number | undefined; validators: FeedValidators }

/** Asks for the feed unless it is the one that is already known. */
export async function pullFeed(url: string, known: FeedValidators = {}): Promise<PulledFeed> {
  const headers = {
    ...(known.etag ? { 'if-none-match': known.etag } : {}),
    ...(known.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  }
  const answer = await fetch(url, { headers }).catch((error: Error) => {
    throw new Refusal(400, `${url} cannot be fetched: ${(error.cause as Error | undefined)?.message ?? error.message}`)
  })
  if (answer.status === 304) return { kind: 'unchanged' }
  if (!answer.ok || !answer.body) throw new Refusal(400, `${url} answered with status ${answer.status}`)
  const [etag, lastModified] = [answer.headers.get('etag'), answer.headers.get('last-modified')]
  const length = Number(answer.headers.get('content-length') ?? Number.NaN)
  const isPacked = answer.headers.has('content-encoding')
  return {
    kind: 'changed',
    bytes: answer.body,
    length: length > 0 && !isPacked ? length : undefined,
    validators: { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) },
  }
}
