/** Marks a derived file in which damage was found while it was used, so that the next start rebuilds it. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const markOf = (path: string) => `${path}.damaged`

export function markDamaged(path: string): void {
  try {
    writeFileSync(markOf(path), '')
  } catch {
    // The disk may be full or unavailable as well; whoever found the damage has already received an error.
  }
}

export function isMarkedDamaged(path: string): boolean {
  return existsSync(markOf(path))
}

export function clearDamaged(path: string): void {
  rmSync(markOf(path), { force: true })
}
