/** Each kind of work has its own slots, so that no kind waits for another. */
export type WorkKind =
  /** Takes well under a millisecond, or waits for our own disk. Starts at once. */
  | 'light'
  | 'search'
  /** Search by meaning, search over many products, or several searches in one request. */
  | 'expensive-search'
  | 'pictures'
  /** Waits for somebody else's server, which decides how long it takes. */
  | 'outside'
  | 'imports'
  | 'admin'

/** Admits the work of a request and charges its caller. A cost unit is about 0.1 ms of work. */
export interface WorkLedger {
  /** Runs work when a slot of its kind is free. Calls must not be nested. Rejects with `TooBusy` or `RateLimited`. */
  admit<T>(kind: WorkKind, cost: number, work: () => T | Promise<T>): Promise<T>
  /** A negative amount returns units for work that was not needed. Never refuses. */
  charge(units: number): void
}

/** Used for work within a request that was already admitted and charged. */
export const ALREADY_ADMITTED: WorkLedger = {
  admit: async (_kind, _cost, work) => work(),
  charge() {},
}
