import { constants, setPriority } from 'node:os'

/**
 * Lets other threads run first when the CPU is busy. Only Linux has priorities per thread; elsewhere the whole process
 * would get the low priority.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
}
