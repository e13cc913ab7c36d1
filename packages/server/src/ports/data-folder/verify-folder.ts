/** Missing, older or foreign records and events prevent the start, because only other files can be rebuilt. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { clearDamaged, isMarkedDamaged } from '../sqlite/damaged-mark.ts'
import { damagedFile, isDamaged } from '../sqlite/database.ts'
import { DATA_FILES } from './data-folder.ts'
import { hasTable, readFolderId, writeFolderId } from './folder-id.ts'
import { eventPositions, type FolderPositions, readNote, recordsPosition, writeNote } from './folder-positions.ts'

export class DataFolderBroken extends Error {
  override name = 'DataFolderBroken'
}

export interface VerifiedFolder {
  id: string
  warnings: string[]
}

/** The consequence of rebuilding is part of the warning. */
const DERIVED_FILES: readonly { file: string; rebuilt: string }[] = [
  { file: DATA_FILES.derived, rebuilt: 'profiles and reports are derived again from the event log' },
  { file: DATA_FILES.webhooks, rebuilt: 'webhooks of the last days may be applied again' },
  { file: DATA_FILES.vectors, rebuilt: 'products are embedded again' },
]

interface Part {
  exists: boolean
  isDamaged: boolean
  id: string | undefined
}

export interface VerifyOptions {
  newId: () => string
  /** Accepts the primary data under a new id, and no derived file counts as foreign. */
  accept?: boolean
}

/** The folder must be locked, and its databases must be closed. */
export function verifyFolder(folder: string, { newId, accept = false }: VerifyOptions): VerifiedFolder {
  const records = truthPart(folder, DATA_FILES.records)
  const events = truthPart(folder, DATA_FILES.events)
  const positions = truthPositions(folder, records, events)
  if (!accept) refuseBroken(folder, { records, events, positions })
  const id = accept ? newId() : (records.id ?? events.id ?? readNote(folder)?.id ?? newId())
  const isForeign = (part: Part) => !accept && part.id !== undefined && part.id !== id
  const warnings = DERIVED_FILES.flatMap((derived) => putAside(folder, derived, isForeign) ?? [])
  // The records come last: once they have the id, all other files exist.
  for (const file of [
    DATA_FILES.derived,
    DATA_FILES.webhooks,
    DATA_FILES.vectors,
    DATA_FILES.events,
    DATA_FILES.records,
  ])
    stamp(join(folder, file), id)
  writeNote(folder, { id, ...positions })
  return { id, warnings }
}

interface Truth {
  records: Part
  events: Part
  positions: FolderPositions
}

function refuseBroken(folder: string, { records, events, positions }: Truth): void {
  const note = readNote(folder)
  const derived = derivedOffsets(folder)
  const isUsed = (records.id ?? note) !== undefined || Object.values(derived).some((offset) => offset > 0)
  if (!events.exists && isUsed) refuse(folder, `${DATA_FILES.events} is missing`)
  const hasEvents = Object.keys(positions.events).length > 0
  if (!records.exists && (hasEvents || note)) refuse(folder, `${DATA_FILES.records} is missing`)
  const ids = new Set([records.id, events.id, note?.id].filter((id) => id !== undefined))
  if (records.id && events.id && records.id !== events.id)
    refuse(folder, `${DATA_FILES.events} belongs to another data folder than ${DATA_FILES.records}`)
  if (ids.size > 1) refuse(folder, `${DATA_FILES.records} and ${DATA_FILES.events} belong to another data folder`)
  if (note && positions.records < note.records) {
    const words = `change ${positions.records}, and the folder was at ${note.records}`
    refuse(folder, `${DATA_FILES.records} is older than the rest: it ends at ${words}`)
  }
  refuseOlderLog(folder, positions, note, derived)
}

function refuseOlderLog(
  folder: string,
  positions: FolderPositions,
  note: FolderPositions | undefined,
  derived: Record<string, number>,
): void {
  const known = shopsOf(folder)
  for (const shop of new Set([...Object.keys(note?.events ?? {}), ...Object.keys(derived)])) {
    // The shop's deletion was interrupted.
    if (!known.has(shop) && positions.events[shop] === undefined) continue
    const there = positions.events[shop] ?? 0
    const before = Math.max(note?.events[shop] ?? 0, derived[shop] ?? 0)
    if (there >= before) continue
    const words = `of ${shop} it ends at event ${there}, and the folder was at ${before}`
    refuse(folder, `${DATA_FILES.events} is older than the rest: ${words}`)
  }
}

function refuse(folder: string, what: string): never {
  throw new DataFolderBroken(
    `${what} (data folder ${folder}): put the right file back or restore a backup (vitrine restore); ` +
      'or accept the files as they are and derive everything from them again: vitrine rebuild --accept.',
  )
}

function truthPart(folder: string, file: string): Part {
  const part = inspect(join(folder, file))
  if (part.isDamaged) throw damagedFile(join(folder, file))
  return part
}

function truthPositions(folder: string, records: Part, events: Part): FolderPositions {
  return {
    records: records.exists ? reading(join(folder, DATA_FILES.records), recordsPosition) : 0,
    events: events.exists ? reading(join(folder, DATA_FILES.events), eventPositions) : {},
  }
}

function inspect(path: string): Part {
  if (!existsSync(path)) return { exists: false, isDamaged: false, id: undefined }
  try {
    return { exists: true, isDamaged: false, id: reading(path, readFolderId) }
  } catch (error) {
    if (!isDamaged(error)) throw error
    return { exists: true, isDamaged: true, id: undefined }
  }
}

function derivedOffsets(folder: string): Record<string, number> {
  const path = join(folder, DATA_FILES.derived)
  if (!existsSync(path)) return {}
  try {
    return reading(path, (db) => {
      if (!hasTable(db, 'shops')) return {}
      const rows = db.prepare('SELECT name, offset FROM shops').all()
      return Object.fromEntries(rows.map((row) => [row.name as string, row.offset as number]))
    })
  } catch (error) {
    if (!isDamaged(error)) throw error
    return {}
  }
}

function shopsOf(folder: string): Set<string> {
  const path = join(folder, DATA_FILES.records)
  if (!existsSync(path)) return new Set()
  return reading(path, (db) =>
    hasTable(db, 'shops')
      ? new Set(
          db
            .prepare('SELECT id FROM shops')
            .all()
            .map((row) => row.id as string),
        )
      : new Set(),
  )
}

/** Returns a warning if the file was renamed. Deletes the file that an earlier start renamed. */
function putAside(
  folder: string,
  { file, rebuilt }: { file: string; rebuilt: string },
  isForeign: (part: Part) => boolean,
): string | undefined {
  const path = join(folder, file)
  for (const suffix of SUFFIXES) rmSync(`${path}.aside${suffix}`, { force: true })
  const part = inspectWhole(path)
  const isBroken = part.isDamaged || isMarkedDamaged(path)
  if (!isBroken && !isForeign(part)) return undefined
  for (const suffix of SUFFIXES) {
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.aside${suffix}`)
  }
  clearDamaged(path)
  const why = isBroken ? 'is damaged' : 'does not match the other files of this data folder'
  return `${file} ${why}; it was renamed to ${file}.aside, and ${rebuilt}`
}

const SUFFIXES = ['', '-wal', '-shm']

/** Larger files are checked when they are used (damaged-mark.ts). */
const CHECKED_WHOLE_BYTES = 64 * 1024 * 1024

function inspectWhole(path: string): Part {
  const part = inspect(path)
  if (!part.exists || part.isDamaged || statSync(path).size > CHECKED_WHOLE_BYTES) return part
  const verdict = reading(path, (db) => db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string })
  return { ...part, isDamaged: verdict.quick_check !== 'ok' }
}

function stamp(path: string, id: string): void {
  const db = new DatabaseSync(path)
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
    if (readFolderId(db) !== id) writeFolderId(db, id)
  } finally {
    db.close()
  }
}

function reading<T>(path: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path)
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    return read(db)
  } finally {
    db.close()
  }
}
