export interface TryWindow {
  limit: number
  windowMs: number
  nowMs: number
}

/** Used only for the rate limit. Entries are dropped soon after their window. */
export interface SignInTries {
  /** Counts a try in the window that the first try opened. If it is refused, returns the milliseconds until the end. */
  count(key: string, window: TryWindow): Promise<number | undefined>
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}
