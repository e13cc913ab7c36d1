import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(next: T): void
  use(): T
}

export function createStore<T>(initial: T, onChange?: (value: T) => void): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    set(next) {
      value = next
      onChange?.(next)
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}

export function createStoredStore<T>(key: string, initial: T): Store<T> {
  const read = (): T => {
    try {
      return { ...initial, ...JSON.parse(localStorage.getItem(key) ?? '{}') }
    } catch {
      return initial
    }
  }
  return createStore(read(), (value) => {
    try {
      localStorage.setItem(key, JSON.stringify(value))
    } catch {
      // Without storage, for example in a private window, the value lasts until the page is closed.
    }
  })
}
