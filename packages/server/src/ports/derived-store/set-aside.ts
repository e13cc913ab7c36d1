/**
 * Items that failed twice when processed alone are set aside with the cause, so that everything else goes on, an
 * operator sees them, and they can be retried after a fix. Events stay in the log and products in the record store; a
 * webhook is stored here, without personal data.
 */
import { beginningOf } from '@vitrine/contract'

export type SetAsideKind = 'event' | 'product' | 'webhook'

export interface SetAside {
  kind: SetAsideKind
  /** The offset of an event, or the id of a product or webhook. Only one item is kept per kind and key. */
  key: string
  atMs: number
  /** An event's name, a product's handle, or a webhook's topic. */
  name: string
  cause: string
  /** For a webhook, what is needed to apply it; '' otherwise. */
  body: string
}

const LONGEST_CAUSE = 500

/** Cut to `LONGEST_CAUSE`, because drivers quote the values they refuse. */
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
