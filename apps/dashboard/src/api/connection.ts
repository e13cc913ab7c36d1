/** Tells whether the server answers. Only the query client's online manager knows: reads pause while it is away and go on when it is back. */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const PROBE = '/api/admin/v1/sign-in'
const PROBE_EVERY_MS = 1500

/** Asks the server itself: the browser's online state says nothing about a server on this machine. */
onlineManager.setEventListener(() => {
  const ask = () => void probe()
  addEventListener('offline', ask)
  addEventListener('online', ask)
  return () => {
    removeEventListener('offline', ask)
    removeEventListener('online', ask)
  }
})

/** `fetch` that also notices when the server does not answer. */
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

/** Resolves when the server answers; at once if it does already. */
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

/** A proxy may answer for a server that is down, so a 5xx counts as no answer. */
export async function probe(): Promise<void> {
  const status = await fetch(PROBE, { cache: 'no-store' }).then(
    (answer) => answer.status,
    () => 0,
  )
  const answers = status > 0 && status < 500
  onlineManager.setOnline(answers)
  if (!answers) setTimeout(() => void probe(), PROBE_EVERY_MS)
}
