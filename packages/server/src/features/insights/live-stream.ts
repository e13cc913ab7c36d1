/** Streams what happens in a shop as server-sent events. Checks for changes every two seconds. */
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'

export interface StreamSource {
  event: string
  /** `since` is the state that the last call returned; undefined at first. */
  read(since: unknown): Promise<{ state: unknown; messages: readonly unknown[] }>
}

export interface StreamLimits {
  everyMs: number
  /** The stream ends after this many rounds, and the listener reconnects. */
  rounds: number
  unreadBytes: number
}

const LIMITS: StreamLimits = { everyMs: 2000, rounds: 300, unreadBytes: 256 * 1024 }
/** Rounds without messages after which a comment is sent, because proxies close silent connections. */
const SILENT_ROUNDS = 7

/** Ends the stream if `allow` rejects; it is called in each round. */
export function liveStream(sources: readonly StreamSource[], allow: () => Promise<unknown>, limits = LIMITS): Readable {
  const states = new Map<StreamSource, unknown>()
  let silent = 0
  let rounds = 0
  let timer: NodeJS.Timeout | undefined
  const stream = new Readable({
    read() {},
    destroy(error, done) {
      clearTimeout(timer)
      done(error)
    },
  })
  const look = async () => {
    let sent = 0
    for (const source of sources) {
      const { state, messages } = await source.read(states.get(source))
      states.set(source, state)
      sent += messages.length
      for (const message of messages) stream.push(`event: ${source.event}\ndata: ${JSON.stringify(message)}\n\n`)
    }
    silent = sent > 0 ? 0 : silent + 1
    if (silent >= SILENT_ROUNDS) {
      stream.push(': still here\n\n')
      silent = 0
    }
  }
  const again = async () => {
    if (stream.destroyed) return
    const isAllowed = await allow().then(
      () => true,
      () => false,
    )
    if (isAllowed) await look().catch(() => {})
    else stream.destroy()
    if (stream.readableLength > limits.unreadBytes) stream.destroy()
    else if (++rounds >= limits.rounds) stream.push(null)
    else if (!stream.destroyed) timer = setTimeout(again, limits.everyMs).unref()
  }
  stream.push('retry: 3000\n\n')
  void again()
  return stream
}

/** Lets all listeners of a shop share one read. */
export class SharedReads {
  readonly #forMs: number
  readonly #clock: () => number
  readonly #kept = new LRUCache<string, { atMs: number; value: Promise<unknown> }>({ max: MAX_SHARED })

  constructor(clock: () => number, forMs = LIMITS.everyMs * 0.75) {
    this.#clock = clock
    this.#forMs = forMs
  }

  read<T>(key: string, read: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key)
    if (kept && this.#clock() - kept.atMs < this.#forMs) return kept.value as Promise<T>
    const value = read()
    this.#kept.set(key, { atMs: this.#clock(), value })
    value.catch(() => this.#kept.delete(key))
    return value
  }
}

const MAX_SHARED = 1_000

export function whenChanged(event: string, read: () => Promise<unknown>): StreamSource {
  return {
    event,
    async read(since) {
      const value = await read()
      const state = JSON.stringify(value)
      return { state, messages: state === since ? [] : [value] }
    },
  }
}
