/** Others may write to the location of snapshots, so manifests are signed. Altered or moved ones are ignored. */
import { createHmac } from 'node:crypto'
import { sameHash } from './content-hash.ts'
import { type Manifest, type SnapshotStore, UNREADABLE } from './snapshot-store.ts'

/** Names that were published before manifests were signed. */
export interface UnsignedManifests {
  has(name: string): Promise<boolean>
  forget(name: string): Promise<void>
}

export function signedManifests(store: SnapshotStore, key: Uint8Array, unsigned: UnsignedManifests): SnapshotStore {
  const signature = (name: string, { contents, note }: Manifest) =>
    createHmac('sha256', key)
      .update(JSON.stringify([name, contents, Object.entries(note).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
      .digest('hex')
  const publish: SnapshotStore['publish'] = (name, manifest, replaces) =>
    store.publish(name, { ...manifest, note: { ...manifest.note, signature: signature(name, manifest) } }, replaces)
  const manifest: SnapshotStore['manifest'] = async (name) => {
    const found = await store.manifest(name)
    if (!found) return undefined
    const { version, contents } = found
    const { signature: signed, ...note } = found.note
    if (signed === undefined && (await unsigned.has(name))) {
      // The manifest is signed before its name is forgotten, so that a crash in between only repeats the signing.
      await publish(name, { contents, note }, version)
      await unsigned.forget(name)
      return manifest(name)
    }
    const isOurs = typeof signed === 'string' && sameHash(signed, signature(name, { contents, note }))
    return isOurs ? { version, contents, note } : { version, ...UNREADABLE }
  }
  return { ...store, manifest, publish }
}
