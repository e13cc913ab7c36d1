export interface TryWindow {
  limit: number
  windowMs: number
  nowMs: number
}

/** How often somebody tried to sign in lately. Nothing of it outlives its window by much, and nothing depends on it but the limit. */
export interface SignInTries {
  /**
   * Counts a try in the window that the first one opened. Past the limit it answers how many milliseconds of the window are left;
   * that try is not allowed.
   */
  count(key: string, window: TryWindow): Promise<number | undefined>
  /** One try of the key did not count. */
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}
