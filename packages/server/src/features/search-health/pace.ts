/** Background work rests for as long as it has worked, to leave time for requests. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Pause = () => Promise<void>

/** A longer rest would not help requests. */
const LONGEST_REST_MS = 200

export function newPace(
  clock: () => number = () => performance.now(),
  rest: (ms: number) => Promise<unknown> = sleep,
): Pause {
  let since = clock()
  return async () => {
    await rest(Math.min(LONGEST_REST_MS, Math.max(1, clock() - since)))
    since = clock()
  }
}
