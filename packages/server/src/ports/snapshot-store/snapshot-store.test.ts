import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SealedRuns } from '../event-log/sealed-runs.ts'
import { storeNodes } from '../postgres/testing/nodes.ts'
import { fetchSnapshot, publishSnapshot } from '../search-index/published-snapshot.ts'
import { contentHash } from './content-hash.ts'
import { folderSnapshotStore } from './folder.ts'
import { postgresSnapshotStore, SNAPSHOT_SCHEMA } from './postgres.ts'
import { signedManifests, type UnsignedManifests } from './signed-manifests.ts'
import { MAX_CONTENT_BYTES, MAX_MANIFEST_BYTES } from './snapshot-store.ts'
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

const KEY = new Uint8Array(32).fill(7)
const ALL_SIGNED = { has: async () => false, forget: async () => {} }
const signed = (folder: string, unsigned: UnsignedManifests = ALL_SIGNED) =>
  signedManifests(folderSnapshotStore(folder), KEY, unsigned)
snapshotStoreContract('a folder with signed manifests', async () => {
  const folder = newFolder()
  return [signed(folder), signed(folder)]
})

describe('a signed manifest', () => {
  const origin = { shop: 'a.myshopify.com', createdAt: '2026', key: 'k', folderId: 'f' }
  const other = { ...origin, shop: 'b.myshopify.com' }
  const manifestPath = (folder: string, shop: string) =>
    join(folder, 'manifests', contentHash(new TextEncoder().encode(`index ${shop}`)))

  /** Creates two shops at the same time, each with a published index. */
  async function twoShops() {
    const folder = newFolder()
    const store = signed(folder)
    for (const one of [origin, other]) {
      const path = join(folder, 'index')
      writeFileSync(path, `index of ${one.shop}`)
      expect(await publishSnapshot(store, one, { path, seq: 1 }, 0)).toBe(true)
    }
    const fetched = join(folder, 'fetched')
    const own = manifestPath(folder, origin.shop)
    return { folder, store, fetched, own, text: readFileSync(own, 'utf8') }
  }

  it('is used if it is unchanged', async () => {
    const { store, fetched } = await twoShops()
    expect(await fetchSnapshot(store, origin, fetched)).toBe(true)
    expect(readFileSync(fetched, 'utf8')).toBe('index of a.myshopify.com')
  })

  it.each<[string, (text: string, of: { folder: string }) => string]>([
    ['that of another shop', (_, { folder }) => readFileSync(manifestPath(folder, other.shop), 'utf8')],
    [
      'contents of another shop',
      (text, { folder }) => {
        const { contents } = JSON.parse(readFileSync(manifestPath(folder, other.shop), 'utf8'))
        return JSON.stringify({ ...JSON.parse(text), contents })
      },
    ],
    ['a later place in the feed', (text) => text.replace('"seq":1', '"seq":900')],
    [
      'without a signature',
      (text) => {
        const {
          contents,
          note: { signature: _, ...note },
        } = JSON.parse(text)
        return JSON.stringify({ contents, note })
      },
    ],
    [
      'a signature that is no text',
      (text) => JSON.stringify({ ...JSON.parse(text), note: { ...JSON.parse(text).note, signature: 1 } }),
    ],
    ['cut off', (text) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['null', () => 'null'],
    ['a path for a hash', () => JSON.stringify({ contents: ['../../etc/passwd'], note: {} })],
    ['no lists', () => JSON.stringify({ contents: {}, note: [] })],
  ])('is not used, and can be replaced: %s', async (_, change) => {
    const { folder, store, fetched, own, text } = await twoShops()
    writeFileSync(own, change(text, { folder }))
    expect(await fetchSnapshot(store, origin, fetched)).toBe(false)
    expect(existsSync(fetched)).toBe(false)
    expect(await publishSnapshot(store, origin, { path: join(folder, 'index'), seq: 1 }, 0)).toBe(true)
    expect(await fetchSnapshot(store, origin, fetched)).toBe(true)
  })

  it('stops a collection if it is unreadable, because it may name contents', async () => {
    const { folder, store, own } = await twoShops()
    writeFileSync(own, '{"contents":[')
    await expect(store.collect(Date.now() + YEAR_MS)).rejects.toThrow('is not a manifest')
    expect(readdirSync(join(folder, 'contents'))).toHaveLength(2)
  })

  it('is ignored for events if it was forged', async () => {
    const folder = newFolder()
    const store = signed(folder)
    const runs = new SealedRuns(store)
    const lines = { heads: Buffer.from('h'), bodies: Buffer.from('b'), sents: Buffer.from('s') }
    await runs.publish('events 1', lines)
    // Somebody who can write to the folder, but cannot sign, replaces the run with forged events.
    const forged = new SealedRuns(folderSnapshotStore(folder))
    await forged.rewrite('events 1', () => ({ ...lines, bodies: Buffer.from('forged') }))
    await expect(new SealedRuns(store).read('events 1')).rejects.toThrow('does not have the events')
  })

  it('replaces an unsigned one of an earlier version once, and is then required', async () => {
    const folder = newFolder()
    const lines = { heads: Buffer.from('h'), bodies: Buffer.from('b'), sents: Buffer.from('s') }
    const former = new SealedRuns(folderSnapshotStore(folder))
    await former.publish('events 1', lines)
    const names = new Set(['events 1'])
    const unsigned = {
      has: async (name: string) => names.has(name),
      forget: async (name: string) => void names.delete(name),
    }
    expect(await new SealedRuns(signed(folder, unsigned)).read('events 1')).toEqual(lines)
    expect(names).toEqual(new Set())
    expect(await new SealedRuns(signed(folder)).read('events 1')).toEqual(lines)
    const path = join(folder, 'manifests', contentHash(new TextEncoder().encode('events 1')))
    const { contents } = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ contents, note: {} }))
    await expect(new SealedRuns(signed(folder, unsigned)).read('events 1')).rejects.toThrow('does not have the events')
  })
})

const YEAR_MS = 365 * 86_400_000

describe('damaged contents', () => {
  it('are not returned', async () => {
    const folder = newFolder()
    const store = folderSnapshotStore(folder)
    const hash = await store.put(new Uint8Array([1, 2, 3]))
    writeFileSync(join(folder, 'contents', hash), 'other')
    expect(await store.get(hash)).toBeUndefined()
    expect(readdirSync(join(folder, 'contents'))).toEqual([hash])
  })

  it('are not read if they are too large or no file', async () => {
    const folder = newFolder()
    const store = folderSnapshotStore(folder)
    await store.put(new Uint8Array([1]))
    const hash = contentHash(new Uint8Array(MAX_CONTENT_BYTES + 1))
    const path = join(folder, 'contents', hash)
    writeFileSync(path, '')
    truncateSync(path, MAX_CONTENT_BYTES + 1)
    expect(await store.get(hash)).toBeUndefined()
    rmSync(path)
    mkdirSync(path)
    expect(await store.get(hash)).toBeUndefined()
    const manifest = join(folder, 'manifests', contentHash(new TextEncoder().encode('m')))
    writeFileSync(manifest, '{"contents":[],"note":{"a":1}}')
    truncateSync(manifest, MAX_MANIFEST_BYTES + 1)
    expect(await store.manifest('m')).toMatchObject({ note: {} })
    await expect(store.collect(Date.now() + YEAR_MS)).rejects.toThrow('is not a manifest')
  })
})
