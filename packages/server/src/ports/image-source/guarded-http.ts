import type { lookup as systemLookup } from 'node:dns'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { guardedClient, type GuardedRequest } from './guarded-connect.ts'
import { ImageRefused, type ImageSource, MAX_IMAGE_BYTES } from './image-source.ts'
import { isPublicAddress } from './public-address.ts'

export interface GuardedHttpSettings {
  timeoutMs?: number
  maxBytes?: number
  maxRedirects?: number
  /** `Accept` header; for pictures by default. */
  accept?: string
  /** Only tests set these, to allow loopback listeners. */
  isAllowedAddress?: (address: string) => boolean
  isAllowedPort?: (port: number) => boolean
  lookup?: typeof systemLookup
}

const DEFAULTS: Limits = {
  timeoutMs: 5000,
  maxBytes: MAX_IMAGE_BYTES,
  maxRedirects: 3,
  accept: 'image/jpeg, image/png, image/webp',
  isAllowedAddress: isPublicAddress,
  isAllowedPort: (port) => port === 80 || port === 443,
}

/** Fetches from the public internet only, without cookies, referrer or credentials. */
export function guardedHttpSource(settings: GuardedHttpSettings = {}): ImageSource & { close(): Promise<void> } {
  const limits = { ...DEFAULTS, ...settings }
  const client = guardedClient(limits)
  return {
    async fetch(url, signal) {
      const request = await client.open()
      const deadline = AbortSignal.timeout(limits.timeoutMs)
      const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
      try {
        return await follow(new Target(url, limits), { request, stop, limits })
      } catch (error) {
        throw asRefusal(error, deadline)
      }
    },
    close: () => client.close(),
  }
}

type Limits = Required<Omit<GuardedHttpSettings, 'lookup'>>
interface Journey {
  request: GuardedRequest
  stop: AbortSignal
  limits: Limits
}

/** A URL that has passed every check without network access. */
class Target {
  readonly url: URL

  constructor(text: string, limits: Limits, base?: URL) {
    if (!URL.canParse(text, base?.href)) throw new ImageRefused('url', 'cannot be read')
    this.url = new URL(text, base)
    if (this.url.protocol !== 'http:' && this.url.protocol !== 'https:')
      throw new ImageRefused('scheme', this.url.protocol)
    if (this.url.username !== '' || this.url.password !== '') throw new ImageRefused('credentials', 'in the address')
    const port = Number(this.url.port || (this.url.protocol === 'https:' ? 443 : 80))
    if (!limits.isAllowedPort(port)) throw new ImageRefused('port', String(port))
  }
}

async function follow(first: Target, journey: Journey): Promise<Uint8Array> {
  let target = first
  for (let redirects = 0; redirects <= journey.limits.maxRedirects; redirects++) {
    const response = await ask(target.url, journey)
    const location = redirectOf(response)
    if (location === undefined) return readBody(response, journey)
    drop(response)
    // A redirect is checked like the first URL.
    target = new Target(location, journey.limits, target.url)
  }
  throw new ImageRefused('redirects', `more than ${journey.limits.maxRedirects}`)
}

function ask(url: URL, { request, stop, limits }: Journey): Promise<Dispatcher.ResponseData> {
  return request(url, {
    method: 'GET',
    signal: stop,
    headers: { accept: limits.accept, 'accept-encoding': 'identity', 'user-agent': 'Vitrine' },
  })
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const { location } = headers
  if (typeof location !== 'string') throw new ImageRefused('status', `${statusCode} without a location`)
  return location
}

async function readBody(response: Dispatcher.ResponseData, { limits }: Journey): Promise<Uint8Array> {
  try {
    checkHead(response, limits.maxBytes)
    return await readLimited(response.body, limits.maxBytes)
  } finally {
    drop(response)
  }
}

function drop({ body }: Dispatcher.ResponseData): void {
  // Destroying a body emits an error, which would end the process if nobody handled it.
  body.on('error', () => {})
  body.destroy()
}

function checkHead({ statusCode, headers }: Dispatcher.ResponseData, maxBytes: number): void {
  if (statusCode !== 200) throw new ImageRefused('status', String(statusCode))
  // No encoding was requested, and a small compressed body can expand to any size.
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new ImageRefused('encoding', String(encoding))
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new ImageRefused('size', 'announced')
}

/** Counts the bytes, because the announced length can be missing or wrong. */
async function readLimited(body: Readable, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > maxBytes) throw new ImageRefused('size', `more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function asRefusal(error: unknown, deadline: AbortSignal): ImageRefused {
  if (error instanceof ImageRefused) return error
  const { cause, message } = error as Error
  if (cause instanceof ImageRefused) return cause
  // `code` is a number for aborts and a text for network errors.
  const code = String((error as { code?: unknown }).code ?? message)
  const slow = deadline.aborted || code.endsWith('TIMEOUT')
  return slow
    ? new ImageRefused('timeout', 'took too long', { cause: error })
    : new ImageRefused('network', code, { cause: error })
}
