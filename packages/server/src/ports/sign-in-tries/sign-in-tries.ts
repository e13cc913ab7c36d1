export interface TryWindow {
  limit: number
  windowMs: number
  nowMs: number
}

/** Counts recent attempts to sign in. Entries are dropped soon after their window, and only the limit depends on them. */
export interface SignInTries {
  /**
   * Counts a try in the window that the first one opened. If the limit is exceeded, the try is not allowed, and the
   * remaining milliseconds of the window are returned.
   */
  count(key: string, window: TryWindow): Promise<number | undefined>
  /** Uncounts one try of the key. */
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}
