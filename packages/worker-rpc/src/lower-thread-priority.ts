import { constants, setPriority } from 'node:os'

/** Lets other threads go first where the processor is short. Linux alone has a priority per thread; elsewhere it would be the process's. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
}
