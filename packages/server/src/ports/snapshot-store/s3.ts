/** Snapshots in a bucket of any S3-compatible server that supports conditional writes (If-Match, If-None-Match). */
import { AwsClient } from 'aws4fetch'
import { contentHash, verified } from './content-hash.ts'
import { HASH, readManifest, requireManifest, type SnapshotStore, UNREADABLE } from './snapshot-store.ts'

export interface S3Settings {
  /** URL of the server, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  /** Prefix of every key, without a slash at either end; may be empty. */
  prefix: string
  region: string
  /** Keys per listing; 1000 by default. */
  listedAtOnce?: number
  accessKeyId: string
  secretAccessKey: string
}

/** The server refused or failed. The message contains the request and the response. */
export class SnapshotsAway extends Error {
  override name = 'SnapshotsAway'
}

export function s3SnapshotStore(settings: S3Settings): SnapshotStore {
  const bucket = new Bucket(settings)
  const contentKey = (hash: string) => `contents/${hash}`
  const manifestKey = (name: string) => `manifests/${contentHash(new TextEncoder().encode(name))}`
  return {
    async put(bytes) {
      const hash = contentHash(bytes)
      // Written even if it exists, because a new date keeps `collect` from removing contents that are about to be
      // published.
      await bucket.ask('PUT', contentKey(hash), { body: bytes })
      return hash
    },
    async get(hash) {
      if (!HASH.test(hash)) return undefined
      const answer = await bucket.ask('GET', contentKey(hash), { missing: true })
      return answer && verified(new Uint8Array(await answer.arrayBuffer()), hash)
    },
    async manifest(name) {
      const answer = await bucket.ask('GET', manifestKey(name), { missing: true })
      if (!answer) return undefined
      return { ...(readManifest(await answer.text()) ?? UNREADABLE), version: answer.headers.get('etag') ?? '' }
    },
    async publish(name, manifest, replaces) {
      const condition: Record<string, string> = replaces === null ? { 'if-none-match': '*' } : { 'if-match': replaces }
      // `replaces` makes the text differ from every earlier one of this name, so that an entity tag never occurs twice.
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
      // Contents are listed before manifests, so that the contents of a manifest published meanwhile are kept.
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
    const text = await (await bucket.ask('GET', key, { missing: true }))?.text()
    if (text !== undefined) named.push(...requireManifest(text, key).contents)
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
}

const TIMEOUT_MS = 60_000

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

  async ask(method: string, key: string, { body, headers = {}, missing, refused }: Ask = {}) {
    const answer = await this.#send(method, `${this.#base}/${this.#prefix}${key}`, body, headers)
    if (answer.ok) return answer
    const text = await answer.text()
    const { status } = answer
    if ((missing && status === 404) || (refused && (status === 412 || status === 409))) return undefined
    throw new SnapshotsAway(`the object store answered ${status} to ${method} ${key}: ${text.slice(0, 200)}`)
  }

  /** Lists only names that we give: in a URL, a key of somebody else such as `contents/../../x` would be another key. */
  async *list(folder: string): AsyncGenerator<{ key: string; atMs: number }> {
    for (let token = ''; ; ) {
      const query = new URLSearchParams({
        'list-type': '2',
        'max-keys': String(this.#listedAtOnce),
        prefix: `${this.#prefix}${folder}`,
      })
      if (token !== '') query.set('continuation-token', token)
      const nameOf = (entry: string) => textOf(entry, 'Key').slice(this.#prefix.length + folder.length)
      const answer = await this.#send('GET', `${this.#base}?${query}`, undefined, {})
      const text = await answer.text()
      if (!answer.ok)
        throw new SnapshotsAway(`the object store answered ${answer.status} to a listing: ${text.slice(0, 200)}`)
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
        if (HASH.test(nameOf(entry)))
          yield { key: `${folder}${nameOf(entry)}`, atMs: Date.parse(textOf(entry, 'LastModified')) }
      token = textOf(text, 'NextContinuationToken')
      if (token === '') return
    }
  }

  async #send(method: string, url: string, body: Uint8Array | undefined, headers: Record<string, string>) {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const content = body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }
      return await this.#client.fetch(url, { method, headers, signal, ...content })
    } catch (error) {
      throw new SnapshotsAway(`the object store does not answer: ${(error as Error).message}`, { cause: error })
    }
  }
}

/** Keys and tokens contain no character that XML escapes except `&`. */
function textOf(xml: string, tag: string): string {
  return (new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '').replaceAll('&amp;', '&')
}
