/** Works with any S3-compatible server that has conditional writes (If-Match, If-None-Match). */
import { AwsClient } from 'aws4fetch'
import { contentHash, verified } from './content-hash.ts'
import {
  HASH,
  MAX_CONTENT_BYTES,
  MAX_MANIFEST_BYTES,
  readManifest,
  requireManifest,
  type SnapshotStore,
  UNREADABLE,
} from './snapshot-store.ts'

export interface S3Settings {
  /** URL without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  /** Prefix of all keys, without a slash at either end; may be empty. */
  prefix: string
  region: string
  /** Keys per listing; 1000 by default. */
  listedAtOnce?: number
  accessKeyId: string
  secretAccessKey: string
}

/** The message contains the request and the response. */
export class SnapshotStoreUnavailable extends Error {
  override name = 'SnapshotStoreUnavailable'
}

export function s3SnapshotStore(settings: S3Settings): SnapshotStore {
  const bucket = new Bucket(settings)
  const contentKey = (hash: string) => `contents/${hash}`
  const manifestKey = (name: string) => `manifests/${contentHash(new TextEncoder().encode(name))}`
  return {
    async put(bytes) {
      const hash = contentHash(bytes)
      // Stored even if the bucket has these contents, because the new date keeps `collect` from removing them before
      // they are published.
      await bucket.ask('PUT', contentKey(hash), { body: bytes })
      return hash
    },
    async get(hash) {
      if (!HASH.test(hash)) return undefined
      const answer = await bucket.ask('GET', contentKey(hash), { missing: true, maxBytes: MAX_CONTENT_BYTES })
      return answer?.bytes && verified(answer.bytes, hash)
    },
    async manifest(name) {
      const answer = await bucket.ask('GET', manifestKey(name), { missing: true })
      if (!answer) return undefined
      return { ...(readManifest(textOf(answer)) ?? UNREADABLE), version: answer.headers.get('etag') ?? '' }
    },
    async publish(name, manifest, replaces) {
      const condition: Record<string, string> = replaces === null ? { 'if-none-match': '*' } : { 'if-match': replaces }
      // `replaces` makes the text differ from all earlier ones of this name, so that entity tags are unique.
      const body = new TextEncoder().encode(JSON.stringify({ ...manifest, replaces }))
      return (await bucket.ask('PUT', manifestKey(name), { body, headers: condition, refused: true })) !== undefined
    },
    async withdraw(name) {
      await bucket.ask('DELETE', manifestKey(name), { missing: true })
    },
    async discard(hash) {
      if (HASH.test(hash)) await bucket.ask('DELETE', contentKey(hash), { missing: true })
    },
    async collect(putBeforeMs) {
      // Before manifests, so that contents of a manifest that is published meanwhile are kept.
      const old: string[] = []
      for await (const { key, atMs } of bucket.list('contents/')) if (atMs < putBeforeMs) old.push(key)
      const named = new Set((await namedContents(bucket)).map(contentKey))
      const unnamed = old.filter((key) => !named.has(key))
      for (const key of unnamed) await bucket.ask('DELETE', key, { missing: true })
      return unnamed.length
    },
    async close() {},
  }
}

async function namedContents(bucket: Bucket): Promise<string[]> {
  const named: string[] = []
  for await (const { key } of bucket.list('manifests/')) {
    const answer = await bucket.ask('GET', key, { missing: true })
    if (answer) named.push(...requireManifest(textOf(answer), key).contents)
  }
  return named
}

interface Ask {
  body?: Uint8Array
  headers?: Record<string, string>
  /** 404 is not an error; the result is undefined. */
  missing?: boolean
  /** 412 and 409 are not errors: the condition does not hold, and the result is undefined. */
  refused?: boolean
  maxBytes?: number
}

interface BucketAnswer {
  ok: boolean
  status: number
  headers: Headers
  /** undefined if the answer exceeds `maxBytes`. */
  bytes: Uint8Array | undefined
}

const TIMEOUT_MS = 60_000
/** A listing has at most 1000 keys, and a key at most 1024 bytes, which XML may escape. */
const MAX_LISTING_BYTES = 16 * 1024 * 1024

class Bucket {
  readonly #client: AwsClient
  readonly #base: string
  readonly #prefix: string
  readonly #listedAtOnce: number

  constructor({ endpoint, bucket, prefix, listedAtOnce = 1000, ...access }: S3Settings) {
    this.#listedAtOnce = listedAtOnce
    this.#client = new AwsClient({ ...access, service: 's3', retries: 4 })
    this.#base = `${endpoint.replace(/\/$/, '')}/${bucket}`
    this.#prefix = prefix === '' ? '' : `${prefix}/`
  }

  async ask(method: string, key: string, { missing, refused, ...sent }: Ask = {}): Promise<BucketAnswer | undefined> {
    const answer = await this.#send(method, `${this.#base}/${this.#prefix}${key}`, sent)
    const { ok, status } = answer
    if (ok) return answer
    if ((missing && status === 404) || (refused && (status === 412 || status === 409))) return undefined
    throw new SnapshotStoreUnavailable(
      `the object store answered ${status} to ${method} ${key}: ${textOf(answer).slice(0, 200)}`,
    )
  }

  /** Lists only hashes, because a foreign key such as `contents/../../x` would be another key in a URL. */
  async *list(folder: string): AsyncGenerator<{ key: string; atMs: number }> {
    for (let token = ''; ; ) {
      const query = new URLSearchParams({
        'list-type': '2',
        'max-keys': String(this.#listedAtOnce),
        prefix: `${this.#prefix}${folder}`,
      })
      if (token !== '') query.set('continuation-token', token)
      const nameOf = (entry: string) => tagOf(entry, 'Key').slice(this.#prefix.length + folder.length)
      const answer = await this.#send('GET', `${this.#base}?${query}`, { maxBytes: MAX_LISTING_BYTES })
      const text = textOf(answer)
      // After an incomplete listing, `collect` would remove contents of the missing manifests.
      if (!answer.ok || !answer.bytes)
        throw new SnapshotStoreUnavailable(
          `the object store answered ${answer.status} to a listing: ${text.slice(0, 200)}`,
        )
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
        if (HASH.test(nameOf(entry)))
          yield { key: `${folder}${nameOf(entry)}`, atMs: Date.parse(tagOf(entry, 'LastModified')) }
      token = tagOf(text, 'NextContinuationToken')
      if (token === '') return
    }
  }

  async #send(method: string, url: string, { body, headers = {}, maxBytes }: Ask = {}): Promise<BucketAnswer> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const content = body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }
      const answer = await this.#client.fetch(url, { method, headers, signal, ...content })
      const bytes = await readUpTo(answer, maxBytes ?? MAX_MANIFEST_BYTES)
      return { ok: answer.ok, status: answer.status, headers: answer.headers, bytes }
    } catch (error) {
      throw new SnapshotStoreUnavailable(`the object store does not answer: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
}

async function readUpTo({ body }: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    // Returning from the loop closes the connection.
    if (bytes > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function textOf({ bytes }: BucketAnswer): string {
  return Buffer.from(bytes ?? []).toString('utf8')
}

/** Keys and tokens contain no escaped character except `&`. */
function tagOf(xml: string, tag: string): string {
  return (new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '').replaceAll('&amp;', '&')
}
