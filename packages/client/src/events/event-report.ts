/** Tells whoever watches what becomes of each event: a listener of the shop's own, and the debugger where a page's address asks for it. */
import type { EventVerdict } from '../client.ts'
import type { QueuedEvent } from './queue.ts'

/**
 * `held` until the shopper answers the question of consent; `refused-by-shopper` and `switched-off` are never sent; `taken`: on disk;
 * `refused`: never sent again, `verdict.error` says why.
 */
export type EventState =
  | 'held'
  | 'waiting'
  | 'taken'
  | 'refused'
  | 'sent-again-later'
  | 'refused-by-shopper'
  | 'switched-off'

export interface EventReport extends QueuedEvent {
  state: EventState
  verdict: EventVerdict | null
}

type Listener = (report: EventReport) => void

export function eventReporter(listener: Listener | undefined) {
  const listeners = [listener, debuggerOfPage()].filter((one) => one !== undefined)
  return (event: QueuedEvent, state: EventState, verdict: EventVerdict | null = null): void => {
    for (const tell of listeners) tell({ ...event, state, verdict })
  }
}

const FLAG = 'vitrine-debug'

/** Asked for by `?vitrine-debug`, and then on every page of the tab. Its code is loaded only there. */
function debuggerOfPage(): Listener | undefined {
  try {
    if (new URLSearchParams(location.search).has(FLAG)) sessionStorage.setItem(FLAG, 'on')
    if (!sessionStorage.getItem(FLAG)) return undefined
  } catch {
    // No page, or a frame without storage.
    return undefined
  }
  const panel = import('../debugger/panel.ts').then(({ openPanel }) => openPanel(() => sessionStorage.removeItem(FLAG)))
  return (report) => void panel.then((show) => show(report))
}
