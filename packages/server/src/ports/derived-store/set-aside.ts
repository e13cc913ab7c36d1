/**
 * Items that failed twice when processed alone are set aside with the cause: everything else goes on, an operator sees
 * them, and they can be retried after a fix. Events and products stay in their stores.
 */
import { beginningOf } from '@vitrine/contract'

export type SetAsideKind = 'event' | 'product' | 'webhook' | 'line'

export interface SetAside {
  kind: SetAsideKind
  /** The offset of an event, the id of a product or of a webhook, or the id of a line's product. Only one item is kept per kind and key. */
  key: string
  atMs: number
  /** An event's name, the handle of a line's product, a webhook's topic. */
  name: string
  cause: string
  /** The text that is needed to apply a webhook or a line again; '' otherwise. */
  body: string
}

/** Maximum number of items that are tried again at one time: more would delay new events. The others follow the next time. */
export const MAX_REPLAYED = 1000

const LONGEST_CAUSE = 500

/** Returns the error's message in one line, cut to `LONGEST_CAUSE` because drivers quote the values they refuse. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return beginningOf(text.replaceAll(/\s+/g, ' '), LONGEST_CAUSE)
}

/** True if the store is unavailable, full or damaged: then no event is to blame, and none is set aside. */
export function isStoreFault(error: unknown): boolean {
  return error instanceof Error && STORE_FAULTS.has(error.name)
}

/** Errors are compared by name, because stores run in their own threads and error classes do not cross threads. */
const STORE_FAULTS: ReadonlySet<string> = new Set([
  'StorageFull',
  'DataDamaged',
  'DataTooNew',
  'DataFolderBroken',
  'StoreAway',
  'StoreBusy',
  'StoreUnusable',
  'CommitUnknown',
])
