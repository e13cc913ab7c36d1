/** A node without an index file fetches that of another node. Files are split, because a store limits their size. */
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ShopId } from '../record-store/record-store.ts'
import type { SnapshotStore } from '../snapshot-store/snapshot-store.ts'

/** An index can be used only if all of these are equal. */
export interface SnapshotOrigin {
  shop: ShopId
  /** Distinguishes the shop from a deleted one with its name. */
  createdAt: string
  /** Key of the indexing plan. */
  key: string
  /** Id of the store that contains the products. */
  folderId: string
}

const PIECE_BYTES = 8 * 1024 ** 2
/** A node that fetches an index replays later changes from the change feed. */
export const PUBLISH_EVERY_MS = 10 * 60_000

const nameOf = (shop: ShopId) => `index ${shop}`

/**
 * Skips a file that is published with all changes, or since less than `PUBLISH_EVERY_MS`. Returns whether it published.
 */
export async function publishSnapshot(
  store: SnapshotStore,
  origin: SnapshotOrigin,
  file: { path: string; seq: number },
  nowMs: number,
): Promise<boolean> {
  const { shop, ...made } = origin
  const before = await store.manifest(nameOf(shop))
  const isSame = before !== undefined && isOf(before.note, made)
  if (isSame && Number(before.note.seq) >= file.seq) return false
  if (isSame && nowMs - Number(before.note.atMs) < PUBLISH_EVERY_MS) return false
  const contents = await putPieces(store, file.path)
  const note = { ...made, seq: file.seq, atMs: nowMs }
  // If another node published first, its index is just as good.
  return store.publish(nameOf(shop), { contents, note }, before?.version ?? null)
}

/** Returns false if no published file has this origin, or if parts are missing. */
export async function fetchSnapshot(store: SnapshotStore, origin: SnapshotOrigin, path: string): Promise<boolean> {
  const { shop, ...made } = origin
  const manifest = await store.manifest(nameOf(shop))
  if (!manifest || !isOf(manifest.note, made)) return false
  await mkdir(dirname(path), { recursive: true })
  const isWhole = await writePieces(store, manifest.contents, `${path}.fetched`)
  if (isWhole) await rename(`${path}.fetched`, path)
  else await rm(`${path}.fetched`, { force: true })
  return isWhole
}

export async function withdrawSnapshot(store: SnapshotStore, shop: ShopId): Promise<void> {
  await store.withdraw(nameOf(shop))
}

function isOf(note: Readonly<Record<string, unknown>>, made: Omit<SnapshotOrigin, 'shop'>): boolean {
  return note.createdAt === made.createdAt && note.key === made.key && note.folderId === made.folderId
}

async function putPieces(store: SnapshotStore, path: string): Promise<string[]> {
  const file = await open(path, 'r')
  try {
    const hashes: string[] = []
    for (;;) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES)
      if (bytesRead === 0) return hashes
      hashes.push(await store.put(buffer.subarray(0, bytesRead)))
    }
  } finally {
    await file.close()
  }
}

async function writePieces(store: SnapshotStore, hashes: readonly string[], path: string): Promise<boolean> {
  const file = await open(path, 'w')
  try {
    for (const hash of hashes) {
      const piece = await store.get(hash)
      if (!piece) return false
      await file.appendFile(piece)
    }
    return true
  } finally {
    await file.close()
  }
}
