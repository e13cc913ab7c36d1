/** Keeps visitor and session ids. Without permission to store them, they last as long as the page. */
import type { Gate } from './consent.ts'
import { type KeyValueStorage, memoryStorage } from './storage.ts'
import { newUuid } from './uuid.ts'

const VISITOR = 'vitrine_visitor'
const SESSION = 'vitrine_session'
const SESSION_IDLE_MS = 30 * 60_000

export interface Identity {
  visitorId(): string
  sessionId(): string
  /** Adopts the id that init returned. */
  rememberVisitor(id: string): void
  /** Decides whether ids may be stored: `closed` removes stored ids, `held` keeps them. */
  setStorage(gate: Gate): void
}

export function createIdentity(storage: KeyValueStorage, initial: Gate, now: () => number = Date.now): Identity {
  const memory = memoryStorage()
  let gate = initial
  const read = (key: string) => memory.get(key) ?? (gate === 'closed' ? null : storage.get(key))
  const write = (key: string, value: string) => {
    memory.set(key, value)
    if (gate === 'open') storage.set(key, value)
  }
  return {
    visitorId() {
      const id = read(VISITOR) ?? newUuid()
      if (memory.get(VISITOR) === null) write(VISITOR, id)
      return id
    },
    sessionId() {
      const [id, last] = (read(SESSION) ?? '').split(' ')
      const alive = id && now() - Number(last) < SESSION_IDLE_MS
      const session = alive ? id : newUuid()
      write(SESSION, `${session} ${now()}`)
      return session
    },
    rememberVisitor: (id) => write(VISITOR, id),
    setStorage(next) {
      gate = next
      for (const key of [VISITOR, SESSION]) {
        const value = memory.get(key)
        if (next === 'closed') storage.remove(key)
        else if (next === 'open' && value !== null) storage.set(key, value)
      }
    },
  }
}
