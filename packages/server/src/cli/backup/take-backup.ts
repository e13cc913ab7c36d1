/** Read transactions on all databases begin before the first page is copied, so all have the state of one moment. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Refusal } from '../../features/errors.ts'
import { DATA_FILES } from '../../ports/data-folder/data-folder.ts'
import { readFolderId } from '../../ports/data-folder/folder-id.ts'
import { eventPositions, recordsPosition } from '../../ports/data-folder/folder-positions.ts'
import { closeToOthers, makeFilesPrivate } from '../../ports/data-folder/private-files.ts'
import { canContinue, logState, writeDelta } from './log-delta.ts'
import {
  type BackupFile,
  backupName,
  fileHash,
  type LogState,
  type Manifest,
  readManifest,
  SECRET,
  writeManifest,
} from './manifest.ts'
import { verifyBackupFile } from './verify-backup.ts'

export interface BackupOptions {
  folder: string
  target: string
  /** Copies the whole log again, instead of only what was added since the last backup. */
  full?: boolean
  now?: () => Date
}

export interface TakenBackup {
  manifest: Manifest
  bytesWritten: number
  isIncremental: boolean
}

/** Derived data is opened before the log, so that it is never ahead; records last, to include all shops of the log. */
const IN_ORDER = [DATA_FILES.derived, DATA_FILES.webhooks, DATA_FILES.vectors, DATA_FILES.events, DATA_FILES.records]
const PAGES_AT_ONCE = 4096

export async function takeBackup({
  folder,
  target,
  full,
  now = () => new Date(),
}: BackupOptions): Promise<TakenBackup> {
  if (!existsSync(join(folder, DATA_FILES.records))) throw new Refusal(400, `${folder} is not a Vitrine data folder`)
  const before = previousBackup(target)
  makeFilesPrivate()
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const pinned = pinAll(folder)
  try {
    const takenAt = now().toISOString()
    const run = new BackupRun(folder, target, before, full ?? false)
    const manifest = await run.copy(pinned, takenAt)
    writeManifest(target, manifest)
    removeOthers(target, manifest)
    closeToOthers(target)
    return { manifest, bytesWritten: run.bytesWritten, isIncremental: run.isIncremental }
  } finally {
    for (const db of pinned.values()) db.close()
  }
}

function previousBackup(target: string): Manifest | undefined {
  const before = readManifest(target)
  const isEmpty = !existsSync(target) || readdirSync(target).every((name) => name.endsWith('.unfinished'))
  if (!before && !isEmpty) throw new Refusal(400, `${target} already exists and is not a backup: name another folder`)
  return before
}

function pinAll(folder: string): Map<string, DatabaseSync> {
  const pinned = new Map<string, DatabaseSync>()
  for (const file of IN_ORDER.filter((name) => existsSync(join(folder, name)))) {
    const db = new DatabaseSync(join(folder, file), { readOnly: true })
    pinned.set(file, db)
    db.exec('PRAGMA busy_timeout = 5000; BEGIN')
    db.prepare('SELECT count(*) FROM sqlite_master').get()
  }
  return pinned
}

class BackupRun {
  bytesWritten = 0
  isIncremental = false
  readonly #folder: string
  readonly #target: string
  readonly #before: Manifest | undefined
  readonly #full: boolean
  readonly #number: number

  constructor(folder: string, target: string, before: Manifest | undefined, full: boolean) {
    this.#folder = folder
    this.#target = target
    this.#before = before
    this.#full = full
    this.#number = (before?.number ?? 0) + 1
  }

  async copy(pinned: Map<string, DatabaseSync>, takenAt: string): Promise<Manifest> {
    const records = pinned.get(DATA_FILES.records)!
    const log = pinned.get(DATA_FILES.events)
    const folderId = readFolderId(records) ?? ''
    if (this.#before && this.#before.folderId !== folderId)
      throw new Refusal(400, `${this.#target} contains backups of another data folder: name another folder`)
    const state = log ? logState(log) : { version: 0, shops: [], lastIdRun: 0, lastRewrite: 0 }
    const files: BackupFile[] = []
    for (const [file, db] of pinned) {
      if (file === DATA_FILES.events) files.push(...(await this.#copyLog(db, state)))
      else files.push(await this.#copyWhole(file, db))
    }
    if (existsSync(join(this.#folder, SECRET))) files.push(await this.#copySecret())
    const positions = { records: recordsPosition(records), events: log ? eventPositions(log) : {} }
    return { format: 1, number: this.#number, folderId, takenAt, positions, log: state, files }
  }

  async #copyLog(db: DatabaseSync, state: LogState): Promise<BackupFile[]> {
    const before = this.#before
    if (!before || this.#full || !canContinue(before.log, state)) return [await this.#copyWhole(DATA_FILES.events, db)]
    this.isIncremental = true
    const earlier = before.files.filter(({ restores }) => restores === DATA_FILES.events)
    const delta = await this.#write(DATA_FILES.events, async (path) => writeDelta(db, path, before.log))
    return [...earlier, delta]
  }

  #copyWhole(file: string, db: DatabaseSync): Promise<BackupFile> {
    return this.#write(file, async (path) => {
      await backup(db, path, { rate: PAGES_AT_ONCE })
    })
  }

  #copySecret(): Promise<BackupFile> {
    return this.#write(SECRET, (path) => copyFile(join(this.#folder, SECRET), path))
  }

  /** Writes a file, syncs it and reads it back, so that the manifest describes what is on disk. */
  async #write(restores: string, write: (path: string) => Promise<void>): Promise<BackupFile> {
    const name = backupName(restores, this.#number)
    const path = join(this.#target, name)
    rmSync(path, { force: true })
    await write(path)
    const handle = await open(path, 'r+')
    await handle.sync()
    await handle.close()
    verifyBackupFile(path, restores)
    const written = await fileHash(path)
    this.bytesWritten += written.bytes
    return { name, restores, ...written }
  }
}

function removeOthers(target: string, manifest: Manifest): void {
  const kept = new Set(['manifest.json', ...manifest.files.map(({ name }) => name)])
  for (const name of readdirSync(target))
    if (!kept.has(name) && OURS.test(name)) rmSync(join(target, name), { force: true })
}

const OURS = /^(records|derived|webhooks|vectors|events|secret)-\d+(\.db)?(-wal|-shm|-journal)?$/
