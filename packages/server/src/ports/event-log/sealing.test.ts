import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import type { PostgresDatabase } from '../postgres/database.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { folderSnapshotStore } from '../snapshot-store/folder.ts'
import { s3SnapshotStore } from '../snapshot-store/s3.ts'
import { startS3Server } from '../snapshot-store/testing/s3-server.ts'
import { EVENT_SCHEMA } from './postgres-schema.ts'
import { sealingContract } from './sealing.contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-sealed-'))
const server = await startS3Server().catch((error: Error) => {
  console.log(`no S3-compatible server could be started: ${error.message.slice(0, 200)}`)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server?.stop()
})

const nodes = storeNodes(EVENT_SCHEMA, (db) => db)
const opened = async (key?: string) => (await nodes(2, key)) as [PostgresDatabase, PostgresDatabase]
let count = 0

sealingContract('a folder', async (key) => ({
  databases: await opened(key),
  store: folderSnapshotStore(join(folder, key ?? String(++count))),
}))

describe.skipIf(!server)('in an S3-compatible server,', () => {
  sealingContract('S3', async (key) => ({
    databases: await opened(key && `s3_${key}`),
    store: s3SnapshotStore({ ...server!.settings, prefix: `sealed-${key ?? ++count}` }),
  }))
})
