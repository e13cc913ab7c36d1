/** Contents that a name stands for at the moment, and what their maker notes about them. */
export interface Manifest {
  /** Hashes of the contents, in their order. */
  contents: readonly string[]
  /** Facts that decide whether the contents can be used: the place in a feed, the settings they were made with. */
  note: Readonly<Record<string, string | number>>
}

export interface PublishedManifest extends Manifest {
  /** Changes with every publication; for `publish` only. */
  version: string
}

/**
 * Holds what one node built and others need: contents named by their hash, and manifests that say which of them belong together. All of it
 * can be built again, so whatever is missing or damaged is only work to be done.
 */
export interface SnapshotStore {
  /** Answers the hash of the bytes. There once resolved; putting the same bytes again, from any node, does no harm. */
  put(bytes: Uint8Array): Promise<string>
  /** undefined where it is not there, or is not what its hash says. */
  get(hash: string): Promise<Uint8Array | undefined>
  /** Reads what the name stands for; undefined if nothing was published. */
  manifest(name: string): Promise<PublishedManifest | undefined>
  /**
   * Replaces the manifest if it still is the one of that version; null: if there is none. One of several that try at once succeeds,
   * the others answer false. Readers see the old manifest or the new one.
   */
  publish(name: string, manifest: Manifest, replaces: string | null): Promise<boolean>
  /** Removes the manifest; its contents go with the next collection. */
  withdraw(name: string): Promise<void>
  /** Removes contents at once, which the caller knows that no manifest names any more. They may be gone already. */
  discard(hash: string): Promise<void>
  /**
   * Removes contents that no manifest names, and that were put before that time: whoever puts has until then to publish. Answers how
   * many went.
   */
  collect(putBeforeMs: number): Promise<number>
  close(): Promise<void>
}

/** For adapters: letters and digits only, so that a name never decides a path. */
export const HASH = /^[0-9a-f]{64}$/

/** undefined where the text is none: cut off, or written by somebody else. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const { contents, note } = JSON.parse(text) as Manifest
    const isWhole = contents.every((hash) => HASH.test(hash)) && typeof note === 'object' && note !== null
    return isWhole ? { contents, note } : undefined
  } catch {
    return undefined
  }
}

/** Stands for what cannot be read: there is nothing of use, and whoever builds it may replace it. */
export const UNREADABLE: Manifest = { contents: [], note: {} }

/** A collection that cannot read a manifest does not know what is named: it must not remove anything. */
export function requireManifest(text: string, place: string): Manifest {
  const manifest = readManifest(text)
  if (manifest) return manifest
  throw new Error(`${place} is no manifest: nothing is collected. Remove it if nobody needs what it named.`)
}
