import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** As low as a background job usually is: it takes what the requests leave over. */
const NICENESS = 10

/**
 * Lets the other threads of the process go first. Linux keeps a priority for each thread and tells its number; elsewhere nothing
 * happens, and a catalog that is being embedded is felt a little more.
 */
export function lowerThreadPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, NICENESS)
  } catch {
    // Not Linux, or not allowed: a courtesy, nothing depends on it.
  }
}
