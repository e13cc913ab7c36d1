import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { closeToOthers, makeFilesPrivate } from './private-files.ts'

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

export class DataFolderUnusable extends Error {
  override name = 'DataFolderUnusable'

  constructor(folder: string, options?: ErrorOptions) {
    super(
      `VITRINE_DATA must be a folder that this user can write, not "${folder}": name another one, or let this user write there.`,
      options,
    )
  }
}

export interface DataFolderLock {
  readonly folder: string
  release(): void
}

export const DATA_FILES = {
  records: 'records.db',
  events: 'events.db',
  derived: 'derived.db',
  webhooks: 'webhooks.db',
  vectors: 'vectors.db',
} as const

const LOCK_FILE = 'lock.sqlite'
const ADDRESS_FILE = 'address'

/** The lock is an open SQLite transaction, which ends with the process, so a lock file left behind blocks nobody. */
export function lockDataFolder(folder: string): DataFolderLock {
  makeFilesPrivate()
  const db = openLockFile(folder)
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (isBusy(error)) throw new DataFolderInUse(inUse(folder), { cause: error })
    throw isWriteRefused(error) ? new DataFolderUnusable(folder, { cause: error }) : error
  }
  closeToOthers(folder)
  let held = true
  return {
    folder,
    release() {
      if (held) db.close()
      held = false
    },
  }
}

/** Tells commands that know only the folder. Valid while the folder is locked. */
export function noteAddress(folder: string, url: string): void {
  writeFileSync(join(folder, ADDRESS_FILE), url)
}

export function readAddress(folder: string): string | undefined {
  const path = join(folder, ADDRESS_FILE)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function openLockFile(folder: string): DatabaseSync {
  try {
    makeFolder(folder)
    return new DatabaseSync(join(folder, LOCK_FILE))
  } catch (error) {
    throw new DataFolderUnusable(folder, { cause: error })
  }
}

/** The `recursive` option of Node 24 loops forever below /proc. */
function makeFolder(folder: string): void {
  const parent = dirname(folder)
  if (existsSync(folder) || parent === folder) return
  makeFolder(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it at the same moment.
    if (!existsSync(folder)) throw error
  }
}

const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_CANTOPEN = 14

function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY
}

export function isWriteRefused(error: unknown): boolean {
  return [SQLITE_READONLY, SQLITE_CANTOPEN].includes(sqliteCode(error))
}

/** Extended codes carry details above the lowest byte. */
function sqliteCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff
}

function inUse(folder: string): string {
  return (
    `The data folder ${folder} is in use by another Vitrine process, and two on one folder would overwrite each other: ` +
    'stop the other one, or set VITRINE_DATA to another folder.'
  )
}
