/** Current contents of a name, and notes of their creator. */
export interface Manifest {
  /** Hashes of the contents, in order. */
  contents: readonly string[]
  /** Facts that decide whether the contents can be used: the position in a feed, the settings they were made with. */
  note: Readonly<Record<string, string | number>>
}

export interface PublishedManifest extends Manifest {
  /** Changes with every publication; used only by `publish`. */
  version: string
}

/**
 * Holds what one node built and others need: contents named by their hash, and manifests that tell which of them
 * belong together. All of it can be rebuilt, so nothing is lost if something is missing or damaged.
 */
export interface SnapshotStore {
  /** Returns the hash of the bytes, which are stored once this resolves. Storing the same bytes again, from any node, is harmless. */
  put(bytes: Uint8Array): Promise<string>
  /** Returns undefined if the contents do not exist or do not match their hash. */
  get(hash: string): Promise<Uint8Array | undefined>
  /** Returns the manifest of the name; undefined if nothing was published. */
  manifest(name: string): Promise<PublishedManifest | undefined>
  /**
   * Replaces the manifest if it still has that version, or with null if there is none. Of several concurrent calls one
   * succeeds and the others return false. Readers see the old manifest or the new one.
   */
  publish(name: string, manifest: Manifest, replaces: string | null): Promise<boolean>
  /** Removes the manifest; its contents are removed by the next collection. */
  withdraw(name: string): Promise<void>
  /** Removes contents at once that, as the caller knows, no manifest names any more. They may be gone already. */
  discard(hash: string): Promise<void>
  /**
   * Removes contents that no manifest names and that were stored before that time, which leaves a writer time to
   * publish. Returns how many were removed.
   */
  collect(putBeforeMs: number): Promise<number>
  close(): Promise<void>
}

/** For adapters: only letters and digits, so that a hash is safe in a path. */
export const HASH = /^[0-9a-f]{64}$/

/** Returns undefined if the text is not a manifest: truncated, or written by somebody else. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const { contents, note } = JSON.parse(text) as Manifest
    const isWhole = contents.every((hash) => HASH.test(hash)) && typeof note === 'object' && note !== null
    return isWhole ? { contents, note } : undefined
  } catch {
    return undefined
  }
}

/** Represents an unreadable manifest: it has no usable contents, and a node that builds the contents may replace it. */
export const UNREADABLE: Manifest = { contents: [], note: {} }

/** A collection that cannot read a manifest does not know which contents it names, so it must not remove anything. */
export function requireManifest(text: string, place: string): Manifest {
  const manifest = readManifest(text)
  if (manifest) return manifest
  throw new Error(
    `${place} is not a manifest, so no file is removed. Delete it if the files it listed are no longer needed.`,
  )
}
