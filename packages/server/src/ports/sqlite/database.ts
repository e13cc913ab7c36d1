import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Step N migrates a file from version N-1 to N. A published step is never edited; a change is a new step. */
export type Migrations = readonly string[]

/** A later Vitrine wrote the file. Opening it with this version could lose data. */
export class DataTooNew extends Error {
  override name = 'DataTooNew'
}

export class DataDamaged extends Error {
  override name = 'DataDamaged'
}

/** The disk is full or refuses the write. Nothing was stored. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}

/** By name, because error classes do not cross threads. */
export function isStorageFull(error: unknown): error is StorageFull {
  return error instanceof Error && error.name === 'StorageFull'
}

/** True if this Vitrine cannot use a data file. By name, like `isStorageFull`. */
export function isDataFault(error: unknown): error is Error {
  return error instanceof Error && ['DataTooNew', 'DataDamaged', 'DataFolderBroken'].includes(error.name)
}

const MEMORY = ':memory:'

/** Commits survive power loss, because `synchronous=FULL` calls fsync at each. So callers should batch their writes. */
export function openDatabase(path: string, migrations: Migrations): DatabaseSync {
  if (path !== MEMORY) mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path)
  try {
    db.exec(PRAGMAS)
    migrate(db, path, migrations)
  } catch (error) {
    db.close()
    throw isDamaged(error) ? damagedFile(path, error) : error
  }
  return db
}

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

export function isDamaged(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error)) || (error as Error).name === 'DataDamaged'
}

export function damagedFile(path: string, cause?: unknown): DataDamaged {
  const words = `${basename(path)} in ${dirname(path)} cannot be read as a database`
  return new DataDamaged(`${words}: restore a backup (vitrine restore), or point VITRINE_DATA at another folder.`, {
    cause,
  })
}

const SQLITE_IOERR = 10
const SQLITE_FULL = 13

/** Failed writes have other codes than failed reads. */
function isWriteFailure(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number }
  return sqliteCode(error) === SQLITE_FULL || (sqliteCode(error) === SQLITE_IOERR && WRITE_ERRORS.has(errcode >> 8))
}

/** Extended codes of SQLITE_IOERR for failed writes, fsyncs and truncations. */
const WRITE_ERRORS = new Set([3, 4, 5, 6, 19, 20])

/** Extended codes carry details above the lowest byte. */
function sqliteCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff
}

// The busy timeout is for a backup or `doctor` that reads meanwhile. The only writer has the folder's lock.
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA busy_timeout = 5000;
  PRAGMA temp_store = MEMORY;
  PRAGMA journal_size_limit = 67108864;
`

function migrate(db: DatabaseSync, path: string, migrations: Migrations): void {
  const version = schemaVersion(db)
  if (version > migrations.length) {
    throw new DataTooNew(
      `${basename(path)} in ${dirname(path)} has data version ${version}, but this Vitrine knows versions up to ${migrations.length}: ` +
        'run the newer Vitrine that wrote it, or point VITRINE_DATA at another folder.',
    )
  }
  for (let next = version; next < migrations.length; next++) {
    // In the step's own transaction, so that a crash cannot separate the two.
    inTransaction(db, () => db.exec(`${migrations[next]}; PRAGMA user_version = ${next + 1}`))
  }
}

export function schemaVersion(db: DatabaseSync): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
}

/** `work` is synchronous, because an `await` would let other statements into the transaction. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    throw rolledBack(db, error)
  }
}

/** `work` may only await statements on this connection. Callers run one at a time. */
export async function transaction<T>(db: DatabaseSync, work: () => Promise<T>): Promise<T> {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = await work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    throw rolledBack(db, error)
  }
}

function rolledBack(db: DatabaseSync, error: unknown): unknown {
  if (db.isTransaction) db.exec('ROLLBACK')
  return isWriteFailure(error) ? new StorageFull('The disk of the data folder is full.', { cause: error }) : error
}
