/** Marks a derived file that was found damaged during use, so that the next start rebuilds it. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const markOf = (path: string) => `${path}.damaged`

export function markDamaged(path: string): void {
  try {
    writeFileSync(markOf(path), '')
  } catch {
    // The disk may also be full. The caller that found the damage gets an error anyway.
  }
}

export function isMarkedDamaged(path: string): boolean {
  return existsSync(markOf(path))
}

export function clearDamaged(path: string): void {
  rmSync(markOf(path), { force: true })
}
