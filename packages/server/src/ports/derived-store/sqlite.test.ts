import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { derivedStoreContract } from './derived-store.contract.ts'
import { sqliteDerivedStore } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-derived-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let opened = 0
derivedStoreContract('sqliteDerivedStore', async (key) => sqliteDerivedStore(join(folder, `${key ?? ++opened}.sqlite`)))
