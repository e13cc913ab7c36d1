/** Returns all third-party packages that an installation can contain, on any platform. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

export interface LockedPackage {
  /** Folder relative to the root. Two versions of a package have different folders. */
  path: string
  name: string
  version: string
  license: string
  /** In the lock file's format: `sha512-` and base64. */
  integrity: string | undefined
  isDev: boolean
  isOptional: boolean
}

interface LockEntry {
  name?: string
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
}

export function readLockfile(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  const foreign = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
  return foreign.map(([path, entry]) => ({
    path,
    name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: entry.version ?? '',
    license: entry.license ?? '',
    integrity: entry.integrity,
    isDev: entry.dev === true,
    isOptional: entry.optional === true,
  }))
}
