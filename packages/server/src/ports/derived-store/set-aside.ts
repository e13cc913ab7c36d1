/**
 * Items that failed twice when processed alone are set aside with the cause: processing continues without them, an
 * operator sees them, and they can be retried after a fix. Events and products stay in their stores.
 */
import { beginningOf } from '@vitrine/contract'

export type SetAsideKind = 'event' | 'product' | 'webhook' | 'line'

export interface SetAside {
  kind: SetAsideKind
  /** Offset of an event, id of a product or webhook, or id of a line's product. One item is kept per kind and key. */
  key: string
  atMs: number
  /** An event's name, the handle of a line's product, a webhook's topic. */
  name: string
  cause: string
  /** The text that is needed to apply a webhook or a line again; '' otherwise. */
  body: string
}

/** Maximum number of items that are retried at a time, because more would delay new events. */
export const MAX_REPLAYED = 1000

const LONGEST_CAUSE = 500

/** Returns the error's message in one line, cut to `LONGEST_CAUSE` because drivers quote the values they refuse. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return beginningOf(text.replaceAll(/\s+/g, ' '), LONGEST_CAUSE)
}

/** True if the store is unavailable, full or damaged: then no event is the cause, and none is set aside. */
export function isStoreFault(error: unknown): boolean {
  return error instanceof Error && STORE_FAULTS.has(error.name)
}

/** Errors are compared by name, because stores run in their own threads and error classes do not cross threads. */
const STORE_FAULTS: ReadonlySet<string> = new Set([
  'StorageFull',
  'DataDamaged',
  'DataTooNew',
  'DataFolderBroken',
  'StoreUnavailable',
  'StoreBusy',
  'StoreUnusable',
  'CommitUnknown',
])
