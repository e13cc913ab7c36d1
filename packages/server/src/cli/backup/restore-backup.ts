/** Creates a data folder from a backup: assembles and verifies it in a temporary folder, then moves it into place. */
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Refusal } from '../../features/errors.ts'
import { DATA_FILES, lockDataFolder } from '../../ports/data-folder/data-folder.ts'
import { readPositions, writeNote } from '../../ports/data-folder/folder-positions.ts'
import { closeToOthers } from '../../ports/data-folder/private-files.ts'
import { applyDelta } from './log-delta.ts'
import { type BackupFile, fileHash, type Manifest, readManifest } from './manifest.ts'
import { verifyBackupFile, verifyRestoredLog } from './verify-backup.ts'

export interface RestoreOptions {
  backup: string
  folder: string
  /** Moves an existing data folder out of the way. */
  replace?: boolean
}

export interface RestoredShop {
  shop: string
  products: number
  events: number
}

export interface Restored {
  manifest: Manifest
  shops: RestoredShop[]
  movedTo: string | undefined
}

export async function restoreBackup({ backup, folder, replace = false }: RestoreOptions): Promise<Restored> {
  const manifest = readManifest(backup)
  if (!manifest) throw new Refusal(400, `${backup} is not a backup: it has no manifest.json`)
  requireSpace(folder, manifest)
  for (const file of manifest.files) await checkFile(backup, file)
  // Held until the end: fails if a server is running on the folder, and prevents one from starting meanwhile.
  const lock = lockDataFolder(folder)
  try {
    const isUsed = readdirSync(folder).some((name) => name.endsWith('.db'))
    if (isUsed && !replace)
      throw new Refusal(
        400,
        `${folder} already contains data: name another folder, or use --replace to move it out of the way`,
      )
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    await putTogether(backup, unfinished, manifest)
    const shops = countShops(unfinished)
    closeToOthers(unfinished)
    for (const name of readdirSync(unfinished)) await sync(join(unfinished, name))
    const movedTo = isUsed ? moveAway(folder) : undefined
    if (!isUsed) rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
    return { manifest, shops, movedTo }
  } finally {
    lock.release()
  }
}

/** The whole backup is copied before it is moved into place. */
function requireSpace(folder: string, { files }: Manifest): void {
  let place = resolve(folder)
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize } = statfsSync(place)
  const [needed, free] = [files.reduce((sum, { bytes }) => sum + bytes, 0), bavail * bsize]
  if (needed > free)
    throw new Refusal(
      400,
      `the backup has ${needed} bytes, and ${place} has room for ${free}: name a folder with more room`,
    )
}

async function checkFile(backup: string, { name, bytes, sha256, restores }: BackupFile): Promise<void> {
  const path = join(backup, name)
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (!entry) throw new Refusal(400, `${path} is missing: the backup is incomplete, use another one`)
  // A link could lead out of the backup.
  if (!entry.isFile()) throw new Refusal(400, `${path} is not a plain file: use another backup`)
  // The size is checked first: a sparse file may be far larger than the disk, and would be read for days.
  if (entry.size !== bytes || (await fileHash(path)).sha256 !== sha256)
    throw new Refusal(400, `${path} has changed since the backup was taken: use another backup`)
  verifyBackupFile(path, restores)
}

async function putTogether(backup: string, folder: string, manifest: Manifest): Promise<void> {
  const done = new Set<string>()
  for (const { name, restores } of manifest.files) {
    const path = join(folder, restores)
    if (done.has(restores)) applyDelta(path, join(backup, name))
    else await copyFile(join(backup, name), path)
    done.add(restores)
  }
  const log = join(folder, DATA_FILES.events)
  if (existsSync(log)) verifyRestoredLog(log)
  const positions = readPositions(folder, DATA_FILES)
  if (JSON.stringify(positions) !== JSON.stringify(manifest.positions))
    throw new Refusal(400, `${backup} does not restore the state its manifest describes: use another backup`)
  if (manifest.folderId !== '') writeNote(folder, { id: manifest.folderId, ...positions })
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  await handle.sync()
  await handle.close()
}

function countShops(folder: string): RestoredShop[] {
  const { events } = readPositions(folder, DATA_FILES)
  const db = new DatabaseSync(join(folder, DATA_FILES.records))
  try {
    const rows = db
      .prepare('SELECT id, (SELECT count(*) FROM products WHERE shop_no = no) AS products FROM shops ORDER BY id')
      .all() as { id: string; products: number }[]
    return rows.map(({ id, products }) => ({ shop: id, products, events: events[id] ?? 0 }))
  } finally {
    db.close()
  }
}

function moveAway(folder: string): string {
  for (let number = 1; ; number++) {
    const away = `${folder}.replaced-${number}`
    if (existsSync(away)) continue
    renameSync(folder, away)
    return away
  }
}
