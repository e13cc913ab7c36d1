import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Refusal } from '../../features/errors.ts'
import { DATA_FILES } from '../../ports/data-folder/data-folder.ts'
import { auditChunks, auditEvents } from '../../ports/event-log/audit-events.ts'
import { EVENT_MIGRATIONS } from '../../ports/event-log/event-migrations.ts'
import { auditRecords } from '../../ports/record-store/audit-records.ts'
import { RECORD_MIGRATIONS } from '../../ports/record-store/sqlite-schema.ts'
import { schemaVersion } from '../../ports/sqlite/database.ts'

export function verifyBackupFile(path: string, restores: string): void {
  if (!restores.endsWith('.db')) return
  reading(path, (db) => {
    const { integrity_check: verdict } = db.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string }
    if (verdict !== 'ok') throw damaged(path, verdict)
    const isLog = restores === DATA_FILES.events && schemaVersion(db) === EVENT_MIGRATIONS.length
    if (isLog && auditChunks(db) > 0)
      throw damaged(path, `${auditChunks(db)} chunks of events do not match their checksums`)
    if (restores === DATA_FILES.records) verifyRecords(path, db)
  })
}

/** Checks a log assembled from several files: its chunks must be intact and leave no gaps. */
export function verifyRestoredLog(path: string): void {
  reading(path, (db) => {
    if (schemaVersion(db) !== EVENT_MIGRATIONS.length) return
    const bad = auditEvents(db).find(({ damaged: chunks }) => chunks.length > 0)
    if (bad) throw damaged(path, `the log of ${bad.shop} is damaged at event ${bad.damaged[0]}`)
  })
}

function verifyRecords(path: string, db: DatabaseSync): void {
  if (schemaVersion(db) !== RECORD_MIGRATIONS.length) return
  const bad = auditRecords(db).find(({ damaged: records }) => records.length > 0)
  if (bad) throw damaged(path, `${bad.damaged.length} records of ${bad.shop} do not match their checksums`)
}

function damaged(path: string, what: string): Refusal {
  return new Refusal(400, `${path} is damaged: ${what}. Run vitrine doctor --full to check the data folder itself.`)
}

function reading(path: string, read: (db: DatabaseSync) => void): void {
  // Opened as immutable, without locks and helper files, so that a backup on read-only storage can be verified.
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  const db = new DatabaseSync(url, { readOnly: true })
  try {
    read(db)
  } finally {
    db.close()
  }
}
