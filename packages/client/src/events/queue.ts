/**
 * Events waiting to be sent, oldest first. The queue is written to storage before sending, so that it survives a closed tab or a
 * dead network; the service counts an event once however often it arrives.
 */
import { ApiError } from '../errors.ts'
import type { KeyValueStorage } from './storage.ts'

export interface QueuedEvent {
  id: string
  envelope: object
}

export interface EventQueue {
  add(event: QueuedEvent): void
  /** Sends what waits, oldest first, a few at a time; stops at a failure that may pass. */
  flush(options?: { keepalive?: boolean }): Promise<void>
  readonly size: number
  clear(): void
}

const KEY = 'vitrine_queue'
/** The oldest go first when a device stays offline: the newest tell more. */
const MOST_EVENTS = 200
/** Sent side by side: the service orders events by their own time. */
const AT_ONCE = 4

export function createQueue(
  storage: KeyValueStorage,
  send: (envelope: object, keepalive: boolean) => Promise<unknown>,
): EventQueue {
  let waiting: QueuedEvent[] = load(storage)
  let running: Promise<void> | null = null

  const save = () => (waiting.length === 0 ? storage.remove(KEY) : storage.set(KEY, JSON.stringify(waiting)))

  /** A refused event will be refused again; it must not hold up the others. Everything else may pass. */
  const isDone = async (event: QueuedEvent, keepalive: boolean): Promise<boolean> => {
    try {
      await send(event.envelope, keepalive)
      return true
    } catch (error) {
      return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
    }
  }

  const drain = async (keepalive: boolean): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE)
      const done = await Promise.all(batch.map((event) => isDone(event, keepalive)))
      const gone = new Set(batch.filter((_, at) => done[at]).map(({ id }) => id))
      waiting = waiting.filter(({ id }) => !gone.has(id))
      save()
      if (gone.size < batch.length) return
    }
  }

  return {
    get size() {
      return waiting.length
    },
    add(event) {
      waiting = [...waiting, event].slice(-MOST_EVENTS)
      save()
    },
    flush({ keepalive = false } = {}) {
      running ??= drain(keepalive).finally(() => {
        running = null
      })
      return running
    },
    clear() {
      waiting = []
      save()
    },
  }
}

function load(storage: KeyValueStorage): QueuedEvent[] {
  try {
    const stored = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}
