import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** Files contain data about shoppers, so only the user of this process may read them. */
export function makeFilesPrivate(): void {
  // The mask applies to the whole process, and worker threads cannot set it.
  if (isMainThread) process.umask(0o077)
}

/** An earlier version or a copy may have left files readable for other users. */
export function closeToOthers(folder: string): void {
  if (process.platform === 'win32' || !existsSync(folder)) return
  chmod(folder, FOLDER_MODE)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) closeToOthers(path)
    else if (entry.isFile()) chmod(path, FILE_MODE)
  }
}

function chmod(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
  } catch {
    // The file is gone or belongs to another user, which `vitrine doctor` reports.
  }
}
