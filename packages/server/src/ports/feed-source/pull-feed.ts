class FeedUnreachable extends Error {
  override name = 'FeedUnreachable'
}

/** From the last answer, for a conditional request. */
export interface FeedValidators {
  etag?: string
  lastModified?: string
}

export type PulledFeed =
  | { kind: 'unchanged' }
  | { kind: 'changed'; bytes: AsyncIterable<Uint8Array>; length: number | undefined; validators: FeedValidators }

/** Returns nothing if the feed is unchanged since `known`. Aborting `signal` also ends reading. */
export async function pullFeed(url: string, known: FeedValidators = {}, signal?: AbortSignal): Promise<PulledFeed> {
  const headers = {
    ...(known.etag ? { 'if-none-match': known.etag } : {}),
    ...(known.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  }
  const answer = await fetch(url, { headers, ...(signal && { signal }) }).catch((error: Error) => {
    throw new FeedUnreachable(
      `${url} cannot be fetched: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    )
  })
  if (answer.status === 304) return { kind: 'unchanged' }
  if (!answer.ok || !answer.body) throw new FeedUnreachable(`${url} answered with status ${answer.status}`)
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

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Reads a duration from 1s to 7d, such as 90s, 30m or 6h. */
export function readPause(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const ms = Number(number) * (UNITS[unit ?? ''] ?? Number.NaN)
  return ms >= 1000 && ms <= 7 * 86_400_000 ? ms : undefined
}
