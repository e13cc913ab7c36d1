/** Kinds of work with places of their own, so that no kind waits for another. */
export type WorkKind =
  /** Done in well under a millisecond, or a wait for our own disk: begins at once. */
  | 'light'
  | 'search'
  /** Search by meaning, of many products, or several searches in one. */
  | 'expensive-search'
  | 'pictures'
  /** Waits for a server of somebody else: how long it takes is theirs to say. */
  | 'outside'
  | 'imports'
  | 'admin'

/** How a request gets its share of the server, and who pays for it. Cost is in units of about a tenth of a millisecond. */
export interface WorkLedger {
  /**
   * Runs work of a kind when its turn comes, at the caller's cost. Rejects with `TooBusy` or `RateLimited`. Work that has waited for its turn must
   * not wait for another kind meanwhile: one after the other, never one within the other.
   */
  admit<T>(kind: WorkKind, cost: number, work: () => T | Promise<T>): Promise<T>
  /** Work that showed up on the way: charged, never refused. */
  charge(units: number): void
}

/** For what is part of a request that has its place already, and has paid for it. */
export const ALREADY_ADMITTED: WorkLedger = {
  admit: async (_kind, _cost, work) => work(),
  charge() {},
}
