/** Stable visitor and session ids. Without consent nothing is stored, and the ids last as long as the page. */
import { type KeyValueStorage, memoryStorage } from './storage.ts'
import { newUuid } from './uuid.ts'

const VISITOR = 'vitrine_visitor'
const SESSION = 'vitrine_session'
/** A session ends after half an hour without an event. */
const SESSION_IDLE_MS = 30 * 60_000

export interface Identity {
  visitorId(): string
  sessionId(): string
  /** Adopts the id that init returned. */
  rememberVisitor(id: string): void
  /** Sets whether ids may be stored on the device. Withdrawing consent removes what was stored. */
  allowStorage(allowed: boolean): void
}

export function createIdentity(storage: KeyValueStorage, allowed: boolean, now: () => number = Date.now): Identity {
  const memory = memoryStorage()
  let persistent = allowed
  const kept = () => (persistent ? storage : memory)
  const read = (key: string) => memory.get(key) ?? (persistent ? storage.get(key) : null)
  const write = (key: string, value: string) => {
    memory.set(key, value)
    kept().set(key, value)
  }
  return {
    visitorId() {
      const known = read(VISITOR)
      if (known !== null) return known
      const id = newUuid()
      write(VISITOR, id)
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
    allowStorage(next) {
      persistent = next
      for (const key of [VISITOR, SESSION]) {
        const value = memory.get(key)
        if (!next) storage.remove(key)
        else if (value !== null) storage.set(key, value)
      }
    },
  }
}
