/** Events that wait to be sent, oldest first. Stored ones survive a closed tab, and the service counts each once. */
import type { EventVerdict } from '../client.ts'
import type { KeyValueStorage } from './storage.ts'

export interface QueuedEvent {
  id: string
  envelope: object
}

/** Returns a result for each event, in order. `leaving`: the request must outlive the page. */
export type SendEvents = (events: readonly QueuedEvent[], leaving: boolean) => Promise<readonly EventVerdict[]>

export interface EventQueue {
  /** Resolves once the event was sent, or could not be sent for now. */
  add(event: QueuedEvent): Promise<void>
  /** Sends the waiting events at once; with `keepalive` if the page may be about to close. */
  flush(options?: { keepalive?: boolean }): Promise<void>
  clear(): void
}

const KEY = 'vitrine_queue'
/** While a device is offline, the oldest events beyond this number are dropped, because the newest are more useful. */
const MAX_EVENTS = 200
/** Events within this time are sent in one request. */
const GATHER_MS = 200
/** Maximum number of events in a request to the batch route. */
const MAX_BATCH_EVENTS = 50
/** Keeps a batch below 1 MiB per request, at four bytes per character, unless a single event is larger. */
const MAX_BATCH_CHARS = 250_000
/** Browsers limit requests that outlive a page to 64 KiB in total. */
const MAX_LEAVING_BYTES = 60_000

export function createQueue(storage: KeyValueStorage, send: SendEvents): EventQueue {
  let waiting = load(storage)
  let gathering: Promise<void> | null = null
  let draining: Promise<void> | null = null

  const keep = (next: QueuedEvent[]) => {
    waiting = next
    if (next.length === 0) storage.remove(KEY)
    else storage.set(KEY, JSON.stringify(next))
  }
  /** Returns false if an event may be accepted later; it stays in the queue. A refused event is removed, as it would be refused again. */
  const sendPart = async (part: readonly QueuedEvent[], leaving: boolean): Promise<boolean> => {
    const verdicts = await send(part, leaving)
    const done = new Set(part.filter((_, at) => verdicts[at]?.retryAfter === undefined).map(({ id }) => id))
    keep(waiting.filter(({ id }) => !done.has(id)))
    return done.size === part.length
  }
  const drain = async () => {
    while (waiting.length > 0) if (!(await sendPart(firstPart(waiting), false))) return
  }
  /** Sends everything at once, because nothing runs after the page is closed. What does not fit stays in storage for the next page. */
  const leave = async () => {
    let bytes = 0
    const fitting = waiting.filter((event) => {
      bytes += bytesOf(event)
      return bytes <= MAX_LEAVING_BYTES
    })
    const parts = []
    for (let at = 0; at < fitting.length; at += MAX_BATCH_EVENTS) parts.push(fitting.slice(at, at + MAX_BATCH_EVENTS))
    await Promise.all(parts.map((part) => sendPart(part, true)))
  }
  const flush: EventQueue['flush'] = ({ keepalive = false } = {}) => {
    if (keepalive) return leave()
    draining ??= drain().finally(() => {
      draining = null
    })
    return draining
  }
  const gather = async () => {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
    gathering = null
    // The request under way may have started before the newest event was added.
    await draining
    await flush()
  }

  return {
    add(event) {
      keep([...waiting, event].slice(-MAX_EVENTS))
      gathering ??= gather()
      return gathering
    },
    flush,
    clear: () => keep([]),
  }
}

/** Returns as many of the oldest events as one request may contain, and at least one. */
function firstPart(events: readonly QueuedEvent[]): readonly QueuedEvent[] {
  let chars = 0
  const tooMany = events.findIndex(({ envelope }, at) => {
    chars += JSON.stringify(envelope).length
    return at === MAX_BATCH_EVENTS || chars > MAX_BATCH_CHARS
  })
  return tooMany < 0 ? events : events.slice(0, Math.max(1, tooMany))
}

function bytesOf({ envelope }: QueuedEvent): number {
  return new TextEncoder().encode(JSON.stringify(envelope)).length
}

function load(storage: KeyValueStorage): QueuedEvent[] {
  try {
    const stored = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}
