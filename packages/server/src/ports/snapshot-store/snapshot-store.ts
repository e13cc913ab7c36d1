export interface Manifest {
  contents: readonly string[]
  /** Decides whether the contents can be used: the position in a feed, the settings they were made with. */
  note: Readonly<Record<string, string | number>>
}

export interface PublishedManifest extends Manifest {
  /** Changes with every publication; only `publish` uses it. */
  version: string
}

/** Stores what one node built and others need. All of it can be rebuilt, so nothing is lost if something is missing or damaged. */
export interface SnapshotStore {
  /** Returns the hash of the bytes, which are stored once this resolves. Storing the same bytes again, from any node, is harmless. */
  put(bytes: Uint8Array): Promise<string>
  /** Returns undefined if the contents do not exist or do not match their hash. */
  get(hash: string): Promise<Uint8Array | undefined>
  /** Returns undefined if nothing was published. */
  manifest(name: string): Promise<PublishedManifest | undefined>
  /** Replaces the manifest if its version is still `replaces` (null: there is none). Of several concurrent calls one succeeds. */
  publish(name: string, manifest: Manifest, replaces: string | null): Promise<boolean>
  /** Removes the manifest; the next `collect` removes its contents. */
  withdraw(name: string): Promise<void>
  /** Removes contents at once. The caller must know that no manifest names them any more; they may be gone already. */
  discard(hash: string): Promise<void>
  /** Removes contents that no manifest names and that were stored before this time. Returns how many were removed. */
  collect(putBeforeMs: number): Promise<number>
  close(): Promise<void>
}

/** Others may put files of any size where snapshots are, so nothing larger than this is read. Ours have some megabytes. */
export const MAX_CONTENT_BYTES = 256 * 1024 * 1024
export const MAX_MANIFEST_BYTES = 1024 * 1024

/** Only hexadecimal digits, so that a hash is safe in a path. */
export const HASH = /^[0-9a-f]{64}$/

/** Returns undefined if the text is truncated or was written by something else. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const { contents, note } = JSON.parse(text) as Manifest
    const isWhole = contents.every((hash) => HASH.test(hash)) && typeof note === 'object' && note !== null
    return isWhole ? { contents, note } : undefined
  } catch {
    return undefined
  }
}

/** Stands in for an unreadable manifest: it has no contents, and a node that builds the contents may replace it. */
export const UNREADABLE: Manifest = { contents: [], note: {} }

/** Throws, because a collection that cannot read a manifest does not know which contents it names, and must not remove anything. */
export function requireManifest(text: string, place: string): Manifest {
  const manifest = readManifest(text)
  if (manifest) return manifest
  throw new Error(
    `${place} is not a manifest, so no file is removed. Delete it if the files it listed are no longer needed.`,
  )
}
