/** For one process, or for several that share a file system. */
import { link, mkdir, open, readdir, readFile, rename, rm, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { contentHash, verified } from './content-hash.ts'
import {
  HASH,
  MAX_CONTENT_BYTES,
  MAX_MANIFEST_BYTES,
  readManifest,
  requireManifest,
  type SnapshotStore,
  UNREADABLE,
} from './snapshot-store.ts'

export function folderSnapshotStore(folder: string): SnapshotStore {
  const contents = join(folder, 'contents')
  const manifests = join(folder, 'manifests')
  // At every call, because the volume may be mounted later.
  const makeFolders = async () => {
    for (const path of [contents, manifests]) await mkdir(path, { recursive: true })
  }
  // Hashed, because the name must never determine a path.
  const pathOf = (name: string) => join(manifests, contentHash(new TextEncoder().encode(name)))
  const published = async (path: string) => {
    const bytes = await readUpTo(path, MAX_MANIFEST_BYTES)
    return bytes && { ...(readManifest(bytes.toString('utf8')) ?? UNREADABLE), version: contentHash(bytes) }
  }
  return {
    async put(bytes) {
      await makeFolders()
      const hash = contentHash(bytes)
      const path = join(contents, hash)
      // The new date keeps `collect` from removing contents that are about to be published.
      const isThere = await utimes(path, new Date(), new Date()).then(
        () => true,
        () => false,
      )
      if (!isThere) await writeWhole(path, bytes)
      return hash
    },
    async get(hash) {
      if (!HASH.test(hash)) return undefined
      const bytes = await readUpTo(join(contents, hash), MAX_CONTENT_BYTES)
      return bytes && verified(bytes, hash)
    },
    async manifest(name) {
      await makeFolders()
      return published(pathOf(name))
    },
    async publish(name, manifest, replaces) {
      await makeFolders()
      const path = pathOf(name)
      return locked(path, async () => {
        if (((await published(path))?.version ?? null) !== replaces) return false
        // `replaces` makes the text differ from all earlier ones of this name, so that versions are unique.
        const text = JSON.stringify({ ...manifest, replaces })
        await writeWhole(path, new TextEncoder().encode(text))
        return true
      })
    },
    async withdraw(name) {
      await rm(pathOf(name), { force: true })
    },
    async discard(hash) {
      if (HASH.test(hash)) await rm(join(contents, hash), { force: true })
    },
    async collect(putBeforeMs) {
      await makeFolders()
      const files = (await readdir(manifests)).filter((file) => HASH.test(file))
      const named = new Set<string>()
      for (const file of files) {
        const bytes = await readUpTo(join(manifests, file), MAX_MANIFEST_BYTES)
        if (bytes)
          for (const hash of requireManifest(bytes.toString('utf8'), `manifests/${file}`).contents) named.add(hash)
      }
      let removed = 0
      for (const file of (await readdir(contents)).filter((one) => !named.has(one)))
        if (await removeIfOlder(join(contents, file), putBeforeMs)) removed++
      return removed
    },
    async close() {},
  }
}

async function removeIfOlder(path: string, putBeforeMs: number): Promise<boolean> {
  const found = await stat(path).catch(absent)
  if (!found || found.mtimeMs >= putBeforeMs) return false
  await rm(path, { force: true })
  return true
}

function absent(error: { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Returns undefined if the file does not exist, and no bytes if it is too large or no file. */
async function readUpTo(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const found = await stat(path).catch(absent)
  if (!found) return undefined
  return found.isFile() && found.size <= maxBytes ? readFile(path).catch(absent) : Buffer.alloc(0)
}

let written = 0

/** Renames a new file, so that readers see a complete file or none. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const staged = `${path}.${process.pid}.${++written}`
  const file = await open(staged, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(staged, path)
}

const LOCK_WAIT_MS = 10
/** An older lock was left by a dead process. */
const LOCK_STALE_MS = 10_000

/** The lock file is a hard link, which only one process succeeds in creating. */
async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`
  const own = `${lock}.${process.pid}.${++written}`
  await (await open(own, 'w')).close()
  try {
    while (
      !(await link(own, lock).then(
        () => true,
        () => false,
      ))
    ) {
      const { mtimeMs } = (await stat(lock).catch(absent)) ?? { mtimeMs: Date.now() }
      if (Date.now() - mtimeMs > LOCK_STALE_MS) await rm(lock, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, LOCK_WAIT_MS))
    }
    try {
      return await work()
    } finally {
      await rm(lock, { force: true })
    }
  } finally {
    await unlink(own)
  }
}
