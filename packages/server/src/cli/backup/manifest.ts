/**
 * What a backup folder holds. The manifest is replaced last, by a rename: whatever stops a backup half-way, the manifest still
 * names the files of the one before it, and they are all there.
 *
 *   manifest.json
 *   records-0003.db derived-0003.db webhooks-0003.db vectors-0003.db     whole, of the last backup
 *   events-0001.db                                                       the whole log of the first
 *   events-0002.db events-0003.db                                        what the log gained since the one before
 */
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../features/errors.ts'
import type { FolderPositions } from '../../ports/data-folder/folder-positions.ts'

export interface BackupFile {
  /** In the backup. */
  name: string
  /** In the data folder. */
  restores: string
  bytes: number
  sha256: string
}

/** How far the log went: what the next backup begins behind. */
export interface LogState {
  /** Migrations that the log had seen. */
  version: number
  shops: { name: string; number: number; lastOffset: number; salt: string }[]
  /** Number of the last sorted run of event ids. */
  lastIdRun: number
  /** Number of the last chunk that was rewritten by an erasure. */
  lastRewrite: number
}

export interface Manifest {
  format: 1
  /** Backups taken into this folder, this one included. */
  number: number
  folderId: string
  takenAt: string
  positions: FolderPositions
  log: LogState
  /** Those of the log in the order in which they were taken. */
  files: BackupFile[]
}

const MANIFEST = 'manifest.json'

export function readManifest(folder: string): Manifest | undefined {
  let text: string
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8')
  } catch {
    return undefined
  }
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1)
    throw new Refusal(400, `${folder} is a backup of a newer Vitrine: restore it with that one`)
  return manifest
}

export function writeManifest(folder: string, manifest: Manifest): void {
  const unfinished = join(folder, `${MANIFEST}.unfinished`)
  writeFileSync(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  renameSync(unfinished, join(folder, MANIFEST))
}

export async function fileHash(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
