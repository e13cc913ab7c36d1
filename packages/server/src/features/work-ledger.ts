/** Kinds of work with slots of their own, so that no kind waits for another. */
export type WorkKind =
  /** Takes well under a millisecond, or waits for our own disk: starts at once. */
  | 'light'
  | 'search'
  /** Search by meaning, search over many products, or several searches in one request. */
  | 'expensive-search'
  | 'pictures'
  /** Waits for somebody else's server, which determines how long it takes. */
  | 'outside'
  | 'imports'
  | 'admin'

/** Gives a request its share of the server, and decides who is charged. Costs are in units of about 0.1 ms of work. */
export interface WorkLedger {
  /**
   * Runs work when a slot of its kind is free, and charges the caller. Calls must not be nested. Rejects with `TooBusy`
   * or `RateLimited`.
   */
  admit<T>(kind: WorkKind, cost: number, work: () => T | Promise<T>): Promise<T>
  /** Charges for additional work; a negative amount gives units back for work that was not needed. Never refuses. */
  charge(units: number): void
}

/** For work within a request that already has its slot and has paid for it. */
export const ALREADY_ADMITTED: WorkLedger = {
  admit: async (_kind, _cost, work) => work(),
  charge() {},
}
