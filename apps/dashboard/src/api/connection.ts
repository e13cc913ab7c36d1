/** Tracks whether the server answers. Reads of the query client pause while it is unreachable and resume afterwards. */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const PROBE = '/api/admin/v1/sign-in'
const PROBE_EVERY_MS = 1500

/** Probes the server on the browser's online and offline events: a server on the same machine can be reachable while the browser is offline. */
onlineManager.setEventListener(() => {
  const ask = () => void probe()
  addEventListener('offline', ask)
  addEventListener('online', ask)
  return () => {
    removeEventListener('offline', ask)
    removeEventListener('online', ask)
  }
})

/** `fetch` that also records when the server cannot be reached. */
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

/** Asks the server until it answers. A proxy may answer for a server that is down, so a 5xx counts as no answer. */
export async function probe(): Promise<void> {
  const status = await fetch(PROBE, { cache: 'no-store' }).then(
    (answer) => answer.status,
    () => 0,
  )
  const answers = status > 0 && status < 500
  onlineManager.setOnline(answers)
  if (!answers) setTimeout(() => void probe(), PROBE_EVERY_MS)
}
