/**
 * Keeps what could not be worked on, alone and twice, with its cause, so that everything else goes on, an operator sees it, and it is tried
 * again after a fix. Events lie in the log, products in the record store; a webhook is kept here, without what tells of a person.
 */
import { beginningOf } from '@vitrine/contract'

export type SetAsideKind = 'event' | 'product' | 'webhook'

export interface SetAside {
  kind: SetAsideKind
  /** The offset of an event, the id of a product or of a webhook: one of a kind and key is kept. */
  key: string
  atMs: number
  /** An event's name, a product's handle, a webhook's topic. */
  name: string
  cause: string
  /** For a webhook, what it takes to apply it; '' otherwise. */
  body: string
}

const LONGEST_CAUSE = 500

/** The message of an error, on one line: drivers quote what they refuse. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return beginningOf(text.replaceAll(/\s+/g, ' '), LONGEST_CAUSE)
}

/** The store is away, full or damaged: no event is to blame, and none is given up. */
export function isStoreFault(error: unknown): boolean {
  return error instanceof Error && STORE_FAULTS.has(error.name)
}

/** Names are compared, because stores have threads of their own, and classes do not cross threads. */
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
