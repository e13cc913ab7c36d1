/**
 * Shares one event stream among all tabs, because a browser opens at most six connections per server. The tab that
 * holds a lock reads the stream and passes messages on. A hidden tab releases the lock.
 */
export type StreamMessage = { kind: 'status'; isOpen: boolean } | { kind: 'event'; name: string; data: unknown }

type ChannelMessage = StreamMessage | { kind: 'who' }

/** Delay before reopening a stream that the server has refused, which `EventSource` does not reopen. */
const REOPEN_MS = 3000

export function joinStream(url: string, names: readonly string[], take: (message: StreamMessage) => void): () => void {
  const channel = new BroadcastChannel(`vitrine ${url}`)
  let waiting: AbortController | undefined
  let reader: StreamReader | undefined
  const tell = (message: StreamMessage) => {
    take(message)
    channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.kind !== 'who') take(data)
    else if (reader) channel.postMessage({ kind: 'status', isOpen: reader.isOpen })
  }
  const lead = () =>
    new Promise<void>((resolve) => {
      reader = new StreamReader(url, names, tell, resolve)
    })
  const join = () => {
    if (document.hidden || waiting) return
    waiting = new AbortController()
    // The Web Locks API needs a secure context. Without it, every visible tab reads the stream itself.
    if (navigator.locks) void navigator.locks.request(url, { signal: waiting.signal }, lead).catch(() => {})
    else void lead()
  }
  const leave = () => {
    waiting?.abort()
    waiting = undefined
    reader?.close()
    reader = undefined
  }
  const look = () => (document.hidden ? leave() : join())
  document.addEventListener('visibilitychange', look)
  channel.postMessage({ kind: 'who' })
  join()
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave()
    channel.close()
  }
}

class StreamReader {
  readonly #url: string
  readonly #names: readonly string[]
  readonly #tell: (message: StreamMessage) => void
  readonly #done: () => void
  #source: EventSource
  #timer: ReturnType<typeof setTimeout> | undefined
  isOpen = false

  constructor(url: string, names: readonly string[], tell: (message: StreamMessage) => void, done: () => void) {
    this.#url = url
    this.#names = names
    this.#tell = tell
    this.#done = done
    this.#source = this.#open()
  }

  #open(): EventSource {
    const source = new EventSource(this.#url)
    source.onopen = () => this.#say(true)
    source.onerror = () => {
      this.#say(false)
      if (source.readyState !== EventSource.CLOSED) return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => {
        this.#source = this.#open()
      }, REOPEN_MS)
    }
    for (const name of this.#names)
      source.addEventListener(name, ({ data }) => this.#tell({ kind: 'event', name, data: JSON.parse(data) }))
    return source
  }

  #say(isOpen: boolean): void {
    this.isOpen = isOpen
    this.#tell({ kind: 'status', isOpen })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#source.close()
    this.#say(false)
    this.#done()
  }
}
