import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { folderSnapshotStore } from './folder.ts'
import { postgresSnapshotStore, SNAPSHOT_SCHEMA } from './postgres.ts'
import { snapshotStoreContract } from './snapshot-store.contract.ts'

const folders: string[] = []
const newFolder = () => folders[folders.push(mkdtempSync(join(tmpdir(), 'vitrine-snapshots-'))) - 1] as string
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

snapshotStoreContract('a folder', async () => {
  const folder = newFolder()
  return [folderSnapshotStore(folder), folderSnapshotStore(folder)]
})

const nodes = storeNodes(SNAPSHOT_SCHEMA, postgresSnapshotStore)
snapshotStoreContract('PostgreSQL', async () => {
  const [a, b] = await nodes(2)
  return [a, b!]
})

describe('contents that were damaged', () => {
  it('are not handed out', async () => {
    const folder = newFolder()
    const store = folderSnapshotStore(folder)
    const hash = await store.put(new Uint8Array([1, 2, 3]))
    writeFileSync(join(folder, 'contents', hash), 'other')
    expect(await store.get(hash)).toBeUndefined()
    expect(readdirSync(join(folder, 'contents'))).toEqual([hash])
  })
})
