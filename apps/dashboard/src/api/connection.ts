/** Tracks whether the server is reachable. Queries pause while it is not, and resume afterwards. */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const PROBE = '/api/admin/v1/sign-in'
const PROBE_EVERY_MS = 1500

/** The browser's online and offline events only trigger a probe: a server on the same machine is reachable offline. */
onlineManager.setEventListener(() => {
  const ask = () => void probe()
  addEventListener('offline', ask)
  addEventListener('online', ask)
  return () => {
    removeEventListener('offline', ask)
    removeEventListener('online', ask)
  }
})

export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init)
  } catch (error) {
    if (!init?.signal?.aborted) lost()
    throw error
  }
}

export function useIsConnected(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
}

export function whenConnected(): Promise<void> {
  if (onlineManager.isOnline()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return
      stop()
      resolve()
    })
  })
}

function lost(): void {
  if (!onlineManager.isOnline()) return
  onlineManager.setOnline(false)
  setTimeout(() => void probe(), PROBE_EVERY_MS)
}

/** Asks until the server answers. A 5xx does not count as an answer, because a proxy may have sent it. */
export async function probe(): Promise<void> {
  const status = await fetch(PROBE, { cache: 'no-store' }).then(
    (answer) => answer.status,
    () => 0,
  )
  const answers = status > 0 && status < 500
  onlineManager.setOnline(answers)
  if (!answers) setTimeout(() => void probe(), PROBE_EVERY_MS)
}
