import { constants, setPriority } from 'node:os'

/** Lets other threads run first when the CPU is busy. Only Linux has priorities per thread. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
}
