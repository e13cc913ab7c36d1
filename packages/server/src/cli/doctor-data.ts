import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATA_FILES } from '../ports/data-folder/data-folder.ts'
import { readFolderId } from '../ports/data-folder/folder-id.ts'
import { readNote, readPositions } from '../ports/data-folder/folder-positions.ts'
import { MIGRATIONS as DERIVED_MIGRATIONS } from '../ports/derived-store/sqlite-schema.ts'
import { auditEvents } from '../ports/event-log/audit-events.ts'
import { EVENT_MIGRATIONS } from '../ports/event-log/event-migrations.ts'
import { auditRecords } from '../ports/record-store/audit-records.ts'
import { RECORD_MIGRATIONS } from '../ports/record-store/sqlite-schema.ts'
import { schemaVersion } from '../ports/sqlite/database.ts'
import { type AsideCount, bad, type Finding, good, setAsideFindings, warn } from './finding.ts'

const KNOWN_VERSIONS: Record<string, number> = {
  [DATA_FILES.records]: RECORD_MIGRATIONS.length,
  [DATA_FILES.events]: EVENT_MIGRATIONS.length,
  [DATA_FILES.derived]: DERIVED_MIGRATIONS.length,
}

const TRUTH: readonly string[] = [DATA_FILES.records, DATA_FILES.events]
const RESTORE = 'restore the last backup (vitrine restore)'
const REBUILT = 'nothing to do: it is rebuilt from records and events at the next start'

export function checkData(folder: string, full: boolean): Finding[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.db'))
  if (files.length === 0) return []
  return [
    ...files.flatMap((file) => checkFile(join(folder, file), file, full)),
    ...checkTogether(folder, files),
    ...checkModes(folder),
  ]
}

function checkFile(path: string, file: string, full: boolean): Finding[] {
  const advice = TRUTH.includes(file) ? RESTORE : REBUILT
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      db.exec('PRAGMA busy_timeout = 5000')
      const damage = checkPages(db, file, full)
      if (damage !== 'ok') return [bad(`${file} is damaged: ${damage}`, advice)]
      const version = checkVersion(file, schemaVersion(db))
      if (version.state !== 'good') return [version]
      return [version, ...checkAside(db, file), ...(full ? checkContent(db, file) : [])]
    } finally {
      db.close()
    }
  } catch (error) {
    return [bad(`${file} cannot be read: ${(error as Error).message}`, advice)]
  }
}

function checkPages(db: DatabaseSync, file: string, full: boolean): string {
  const check = full ? 'integrity_check' : 'quick_check'
  const verdict = db.prepare(`PRAGMA ${check}(1)`).get() as Record<string, string>
  return verdict[check] ?? `${file} gave no answer`
}

function checkVersion(file: string, version: number): Finding {
  const known = KNOWN_VERSIONS[file]
  if (known !== undefined && version > known) {
    return bad(`${file} has data version ${version}, newer than ${known}`, 'run the newer Vitrine that wrote it')
  }
  const older = known !== undefined && version < known ? `, upgraded to ${known} at the next start` : ''
  return good(`${file} is intact (version ${version}${older})`)
}

function checkContent(db: DatabaseSync, file: string): Finding[] {
  if (file === DATA_FILES.events && schemaVersion(db) === EVENT_MIGRATIONS.length) return checkEvents(db)
  if (file === DATA_FILES.records) return checkRecords(db)
  return []
}

function checkAside(db: DatabaseSync, file: string): Finding[] {
  if (file !== DATA_FILES.derived || schemaVersion(db) < DERIVED_MIGRATIONS.length) return []
  const counts = db
    .prepare(
      `SELECT s.name AS shop, a.kind, count(*) AS count, max(a.cause) AS cause FROM set_aside AS a
       JOIN shops AS s ON s.number = a.shop GROUP BY s.name, a.kind ORDER BY s.name, a.kind`,
    )
    .all()
  return setAsideFindings(counts as unknown as AsideCount[])
}

function checkEvents(db: DatabaseSync): Finding[] {
  return auditEvents(db).map(({ shop, events, withoutChecksum, damaged }) => {
    if (damaged.length > 0) {
      const places = damaged.slice(0, 5).join(', ') + (damaged.length > 5 ? ', …' : '')
      const text = `${damaged.length} chunks of the log of ${shop} do not match their checksums: those that begin with event ${places}`
      return bad(text, RESTORE)
    }
    const old = withoutChecksum > 0 ? `; ${withoutChecksum} chunks are from before there were checksums` : ''
    return good(`${events} events of ${shop} match their checksums${old}`)
  })
}

function checkRecords(db: DatabaseSync): Finding[] {
  return auditRecords(db).map(({ shop, products, damaged }) =>
    damaged.length === 0
      ? good(`${products} products of ${shop} match their checksums`)
      : bad(
          `${damaged.length} records of ${shop} do not match their checksums: ${damaged.slice(0, 5).join(', ')}`,
          `import those products again, or ${RESTORE}`,
        ),
  )
}

/** Checks whether the databases belong together, as the server does at its start, but without changing anything. */
function checkTogether(folder: string, files: readonly string[]): Finding[] {
  const ids = new Set(files.map((file) => idOf(join(folder, file))).filter((id) => id !== undefined))
  if (ids.size > 1) {
    const text = 'the databases belong to different data folders'
    return [bad(text, `put the right files back, or ${RESTORE}`)]
  }
  const note = readNote(folder)
  if (!note) return []
  const { records, events } = readPositions(folder, DATA_FILES)
  const lost = Object.entries(note.events).filter(([shop, offset]) => (events[shop] ?? offset) < offset)
  if (records >= note.records && lost.length === 0)
    return [good(`the databases belong together (data folder ${note.id})`)]
  const what = records < note.records ? DATA_FILES.records : DATA_FILES.events
  return [bad(`${what} is older than the rest of the folder`, RESTORE)]
}

function idOf(path: string): string | undefined {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return readFolderId(db)
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}

function checkModes(folder: string): Finding[] {
  if (process.platform === 'win32') return []
  const open = ['', ...readdirSync(folder)].filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)
  if (open.length === 0) return [good('the data folder is closed to other users')]
  return [
    warn(
      `other users of this machine can open ${open.length} files of the data folder`,
      'nothing to do: the next start closes them',
    ),
  ]
}
