/**
 * A screen that is loaded when it is opened. After a deploy the server no longer has the parts that an open page names:
 * the page is loaded anew then. The address is the state and drafts are stored, so that loses nothing.
 */
import { type ComponentType, lazy } from 'react'
import { probe, whenConnected } from './api/connection.ts'

const RELOADED = 'vitrine-reloaded-at'
/** A chunk that is still missing right after a reload is missing for another reason. */
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
