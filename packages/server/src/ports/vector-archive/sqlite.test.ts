import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteVectorArchive } from './sqlite.ts'
import { vectorArchiveContract } from './vector-archive.contract.ts'

vectorArchiveContract('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-vectors-'))
  return {
    open: () => sqliteVectorArchive(join(folder, 'vectors.db')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
})
