/** Events to send, oldest first. Stored ones survive a closed tab, and the service counts each event once. */
import type { EventVerdict } from '../client.ts'
import type { KeyValueStorage } from './storage.ts'

export interface QueuedEvent {
  id: string
  envelope: object
}

/** Returns a result for each event, in order. `leaving`: the request must outlive the page. */
export type SendEvents = (events: readonly QueuedEvent[], leaving: boolean) => Promise<readonly EventVerdict[]>

export interface EventQueue {
  /** Resolves once the event was sent, or sending failed for now. */
  add(event: QueuedEvent): Promise<void>
  /** Sends the waiting events; use `keepalive` if the page may be closing. */
  flush(options?: { keepalive?: boolean }): Promise<void>
  clear(): void
}

const KEY = 'vitrine_queue'
/** While a device is offline, the oldest events beyond this number are dropped. */
const MAX_EVENTS = 200
const GATHER_MS = 200
const MAX_BATCH_EVENTS = 50
/** Keeps a batch below the limit of 1 MiB, at up to four bytes per character. */
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
  /** Returns false if an event may be accepted later; it stays in the queue. Refused events are removed. */
  const sendPart = async (part: readonly QueuedEvent[], leaving: boolean): Promise<boolean> => {
    const verdicts = await send(part, leaving)
    const done = new Set(part.filter((_, at) => verdicts[at]?.retryAfter === undefined).map(({ id }) => id))
    keep(waiting.filter(({ id }) => !done.has(id)))
    return done.size === part.length
  }
  const drain = async () => {
    while (waiting.length > 0) if (!(await sendPart(firstPart(waiting), false))) return
  }
  /** Sends all that fits, because nothing runs after the page closes. The rest stays in storage for the next page. */
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
    // The request under way may not contain the newest event.
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
