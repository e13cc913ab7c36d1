/**
 * Describes the contents of a backup folder. The manifest is replaced last, by a rename: if a backup is interrupted,
 * the manifest names the complete files of the previous one.
 *
 *   manifest.json
 *   records-0003.db derived-0003.db webhooks-0003.db vectors-0003.db     complete, from the last backup
 *   events-0001.db                                                       the complete log of the first backup
 *   events-0002.db events-0003.db                                        additions since the previous backup
 */
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../features/errors.ts'
import { DATA_FILES } from '../../ports/data-folder/data-folder.ts'
import type { FolderPositions } from '../../ports/data-folder/folder-positions.ts'

export interface BackupFile {
  name: string
  /** The file of the data folder that is restored from this one. */
  restores: string
  bytes: number
  sha256: string
}

/** End of the log in this backup; the next backup starts after it. */
export interface LogState {
  version: number
  shops: { name: string; number: number; lastOffset: number; salt: string }[]
  lastIdRun: number
  /** Sequence number of the last chunk that an erasure rewrote; 0: none. */
  lastRewrite: number
}

export interface Manifest {
  format: 1
  number: number
  folderId: string
  takenAt: string
  positions: FolderPositions
  log: LogState
  /** Files of the log are listed in the order in which backups added them. */
  files: BackupFile[]
}

const MANIFEST = 'manifest.json'

export const SECRET = 'secret'
const BACKED_UP: readonly string[] = [...Object.values(DATA_FILES), SECRET]

/** Returns the name of a file in a backup: `records-0003.db` for `records.db` in the third. */
export function backupName(restores: string, number: number): string {
  const [stem = restores, ending] = restores.split('.')
  return `${stem}-${String(number).padStart(4, '0')}${ending ? `.${ending}` : ''}`
}

/** Returns undefined if there is no manifest. Validates it, because a backup may come from anywhere. */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, MANIFEST)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const manifest = parse(text)
  if (typeof manifest?.format === 'number' && manifest.format > 1)
    throw new Refusal(400, `${folder} was written by a newer version of Vitrine: restore it with that version`)
  const fault = manifest === undefined ? 'it is not a JSON object' : manifestFault(manifest)
  if (fault !== undefined) throw new Refusal(400, `${path} is damaged: ${fault}. Use another backup.`)
  return manifest as Manifest
}

type Loose<T> = { [Key in keyof T]?: unknown }

function parse(text: string): Loose<Manifest> | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function manifestFault({
  format,
  number,
  folderId,
  takenAt,
  positions,
  log,
  files,
}: Loose<Manifest>): string | undefined {
  if (format !== 1) return 'format must be 1'
  if (!isCount(number)) return 'number must be a whole number'
  if (typeof folderId !== 'string' || typeof takenAt !== 'string') return 'folderId and takenAt must be strings'
  if (!isObject(positions) || !isLogState(log)) return 'positions and log must say how far the backup goes'
  if (!Array.isArray(files)) return 'files must be a list'
  const at = files.findIndex((file: unknown) => !isBackupFile(file))
  if (at >= 0) return `files[${at}] must be a known file of a backup, with its name, length and checksum`
  const names = files.map(({ name }: BackupFile) => name)
  return new Set(names).size === names.length ? undefined : 'files lists the same file twice'
}

/** Accepts only names that a backup uses, so that nothing is read or written anywhere else. */
function isBackupFile(file: unknown): file is BackupFile {
  if (!isObject<BackupFile>(file) || !BACKED_UP.includes(file.restores as string)) return false
  const { name, restores, bytes, sha256 } = file
  const [, number = ''] = /-(\d{4,9})(?:\.|$)/.exec(String(name)) ?? []
  const isNamed = name === backupName(restores as string, Number(number))
  return isNamed && isCount(bytes) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)
}

function isLogState(log: unknown): log is LogState {
  if (!isObject<LogState>(log) || !Array.isArray(log.shops)) return false
  const areCounts = [log.version, log.lastIdRun, log.lastRewrite].every(isCount)
  return (
    areCounts && log.shops.every((shop: unknown) => isObject<{ name: string }>(shop) && typeof shop.name === 'string')
  )
}

function isObject<T = Record<string, unknown>>(value: unknown): value is Loose<T> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
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
