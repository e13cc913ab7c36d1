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
  /** Sends what waits, in order; stops at the first failure that may pass. */
  flush(options?: { keepalive?: boolean }): Promise<void>
  readonly size: number
  clear(): void
}

const KEY = 'vitrine_queue'
/** The oldest go first when a device stays offline: the newest tell more. */
const MOST_EVENTS = 200

export function createQueue(
  storage: KeyValueStorage,
  send: (envelope: object, keepalive: boolean) => Promise<unknown>,
): EventQueue {
  let waiting: QueuedEvent[] = load(storage)
  let running: Promise<void> | null = null

  const save = () => (waiting.length === 0 ? storage.remove(KEY) : storage.set(KEY, JSON.stringify(waiting)))

  const drain = async (keepalive: boolean): Promise<void> => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const event = next
      try {
        await send(event.envelope, keepalive)
      } catch (error) {
        // A refused event will be refused again; it must not hold up the others.
        const final = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
        if (!final) return
      }
      waiting = waiting.filter((one) => one.id !== event.id)
      save()
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
