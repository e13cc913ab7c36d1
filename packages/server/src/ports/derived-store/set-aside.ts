/** An item that fails twice by itself is set aside, so that processing continues. It can be retried after a fix. */
import { beginningOf } from '@vitrine/contract'

export type SetAsideKind = 'event' | 'product' | 'webhook' | 'line'

export interface SetAside {
  kind: SetAsideKind
  /** Offset of an event, id of a product or webhook, or id of a line's product. One item is kept per kind and key. */
  key: string
  atMs: number
  /** An event's name, a product's handle, or a webhook's topic. */
  name: string
  cause: string
  /** What is needed to apply a webhook or a line again; otherwise ''. */
  body: string
}

/** More retries at a time would delay new events. */
export const MAX_REPLAYED = 1000

const LONGEST_CAUSE = 500

/** In one line, and cut, because drivers quote the values that they refuse. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return beginningOf(text.replaceAll(/\s+/g, ' '), LONGEST_CAUSE)
}

/** If the store is unavailable, full or damaged, no event is the cause, so none is set aside. */
export function isStoreFault(error: unknown): boolean {
  return error instanceof Error && STORE_FAULTS.has(error.name)
}

/** By name, because error classes do not cross threads. */
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
