export interface Manifest {
  contents: readonly string[]
  /** Tells readers whether they can use the contents, for example by the position in a feed. */
  note: Readonly<Record<string, string | number>>
}

export interface PublishedManifest extends Manifest {
  /** Changes with every publication. Only `publish` uses it. */
  version: string
}

/** Stores what one node has built for others. A node must be able to do without missing or damaged contents. */
export interface SnapshotStore {
  /** Returns the hash. Any node may store the same bytes again. */
  put(bytes: Uint8Array): Promise<string>
  /** Returns undefined if the contents do not exist or do not match their hash. */
  get(hash: string): Promise<Uint8Array | undefined>
  /** Returns undefined if nothing was published. */
  manifest(name: string): Promise<PublishedManifest | undefined>
  /** Replaces the manifest if its version is `replaces` (null: none exists). Only one of concurrent calls succeeds. */
  publish(name: string, manifest: Manifest, replaces: string | null): Promise<boolean>
  /** The next `collect` removes the contents. */
  withdraw(name: string): Promise<void>
  /** Removes contents at once. The caller must know that no manifest names them. */
  discard(hash: string): Promise<void>
  /** Removes contents without a manifest that were stored before this time, and returns their number. */
  collect(putBeforeMs: number): Promise<number>
  close(): Promise<void>
}

/** Others may write to the location, so larger files are not read. Our own have some megabytes. */
export const MAX_CONTENT_BYTES = 256 * 1024 * 1024
export const MAX_MANIFEST_BYTES = 1024 * 1024

/** Only hexadecimal digits, so that a hash is safe in a path. */
export const HASH = /^[0-9a-f]{64}$/

/** Returns undefined if the text is truncated or something else. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const { contents, note } = JSON.parse(text) as Manifest
    const isWhole = contents.every((hash) => HASH.test(hash)) && typeof note === 'object' && note !== null
    return isWhole ? { contents, note } : undefined
  } catch {
    return undefined
  }
}

/** An unreadable manifest has no contents, and a node may replace it. */
export const UNREADABLE: Manifest = { contents: [], note: {} }

/** A collection must not remove contents that an unreadable manifest may name. */
export function requireManifest(text: string, place: string): Manifest {
  const manifest = readManifest(text)
  if (manifest) return manifest
  throw new Error(
    `${place} is not a manifest, so no file is removed. Delete it if the files it listed are no longer needed.`,
  )
}
