/**
 * Loads a screen when it is opened. After a deployment the server no longer has the chunks that an open page refers
 * to, so the page is reloaded. That loses nothing: the address contains the state, and drafts are stored.
 */
import { type ComponentType, lazy } from 'react'
import { probe, whenConnected } from './api/connection.ts'

const RELOADED = 'vitrine-reloaded-at'
/** If loading fails again this soon after a reload, a new deployment is not the cause, and the error is thrown. */
const ONCE_WITHIN_MS = 30_000

export function lazyScreen(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load().catch(reloaded) }))
}

async function reloaded(error: unknown): Promise<never> {
  await probe()
  await whenConnected()
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < ONCE_WITHIN_MS) throw error
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return new Promise(() => {})
}
