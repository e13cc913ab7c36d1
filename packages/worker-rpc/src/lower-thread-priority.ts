import { constants, setPriority } from 'node:os'

/** Lets other threads run first if the CPU is busy. Does nothing except on Linux, which has priorities per thread. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
}
