/** Notes beside a derived file that it was found to be damaged while it was used: the next start builds it again. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const markOf = (path: string) => `${path}.damaged`

export function markDamaged(path: string): void {
  try {
    writeFileSync(markOf(path), '')
  } catch {
    // The disk may be full or gone, too; whoever met the damage has been told of it.
  }
}

export function isMarkedDamaged(path: string): boolean {
  return existsSync(markOf(path))
}

export function clearDamaged(path: string): void {
  rmSync(markOf(path), { force: true })
}
