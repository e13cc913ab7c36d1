import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process works on this data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

export interface DataFolderLock {
  readonly folder: string
  release(): void
}

/** The databases of a data folder. */
export const DATA_FILES = {
  records: 'records.db',
  events: 'events.db',
  derived: 'derived.db',
  webhooks: 'webhooks.db',
} as const

const LOCK_FILE = 'lock.sqlite'

/**
 * Takes the data folder for this process alone, or throws `DataFolderInUse`.
 *
 * The lock is SQLite's own exclusive file lock, held by an open transaction that never writes: the operating system drops it
 * with the process, `kill -9` included, so there is no stale lock to clean up. The file staying behind means nothing.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, LOCK_FILE))
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (isBusy(error)) throw new DataFolderInUse(inUse(folder), { cause: error })
    throw error
  }
  let held = true
  return {
    folder,
    release() {
      if (held) db.close()
      held = false
    },
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_BUSY
}

function inUse(folder: string): string {
  return (
    `The data folder ${folder} is in use by another Vitrine process, and two on one folder would overwrite each other: ` +
    'stop the other one, or set VITRINE_DATA to another folder.'
  )
}
