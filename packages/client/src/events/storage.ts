export interface KeyValueStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

/** Falls back to memory if the browser forbids storage (private windows, sandboxed frames). */
export function localStorageStorage(): KeyValueStorage {
  const fallback = memoryStorage()
  const attempt = <T>(work: () => T, otherwise: () => T): T => {
    try {
      return work()
    } catch {
      return otherwise()
    }
  }
  return {
    get: (key) =>
      attempt(
        () => localStorage.getItem(key),
        () => fallback.get(key),
      ),
    set: (key, value) =>
      attempt(
        () => localStorage.setItem(key, value),
        () => fallback.set(key, value),
      ),
    remove: (key) =>
      attempt(
        () => localStorage.removeItem(key),
        () => fallback.remove(key),
      ),
  }
}

export interface CookieOptions {
  /** Shares ids between subdomains: `.shop.example`. */
  domain?: string
  maxAgeDays?: number
}

/** First-party cookies, which a server can read. Too small for a queue. */
export function cookieStorage(options: CookieOptions = {}): KeyValueStorage {
  const maxAge = (options.maxAgeDays ?? 390) * 86_400
  const scope = `; path=/; SameSite=Lax${options.domain ? `; domain=${options.domain}` : ''}`
  const write = (key: string, value: string, age: number) => {
    if (typeof document === 'undefined') return
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous Cookie Store API is missing in Safari and Workers
    document.cookie = `${encodeURIComponent(key)}=${encodeURIComponent(value)}; max-age=${age}${scope}${secure}`
  }
  return {
    get(key) {
      if (typeof document === 'undefined') return null
      const prefix = `${encodeURIComponent(key)}=`
      const found = document.cookie.split('; ').find((one) => one.startsWith(prefix))
      return found === undefined ? null : decodeURIComponent(found.slice(prefix.length))
    },
    set: (key, value) => write(key, value, maxAge),
    remove: (key) => write(key, '', 0),
  }
}
