export interface TryWindow {
  limit: number
  windowMs: number
  nowMs: number
}

/** Counts recent sign-in attempts. Nothing but the rate limit depends on the entries, which are dropped soon after their window. */
export interface SignInTries {
  /** Counts a try in the window that the first try opened. Returns the milliseconds until the window ends if the try is refused. */
  count(key: string, window: TryWindow): Promise<number | undefined>
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}
