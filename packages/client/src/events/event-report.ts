/** Reports the state of each event to a listener of the shop, and to the debugger if it is enabled. */
import type { EventVerdict } from '../client.ts'
import type { QueuedEvent } from './queue.ts'

/** `held` waits for consent; `refused-by-shopper` and `switched-off` are never sent; `refused`: see `verdict.error`. */
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

/** Returns the debugger if `?vitrine-debug` enabled it for the tab. Its code is loaded only then. */
function debuggerOfPage(): Listener | undefined {
  try {
    if (new URLSearchParams(location.search).has(FLAG)) sessionStorage.setItem(FLAG, 'on')
    if (!sessionStorage.getItem(FLAG)) return undefined
  } catch {
    // Not in a page, or in a frame without storage.
    return undefined
  }
  const panel = import('../debugger/panel.ts').then(({ openPanel }) => openPanel(() => sessionStorage.removeItem(FLAG)))
  return (report) => void panel.then((show) => show(report))
}
