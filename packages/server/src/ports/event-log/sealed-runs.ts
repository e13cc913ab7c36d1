/**
 * Stores old runs of the log in the snapshot store: many runs as one object, named by its hash, under a manifest whose
 * name is in the log.
 *
 * "VSR1" | length of the header, 4 bytes | header as JSON | heads | bodies | sents     (zstd each)
 *
 * The manifest names the current contents of the run; an erasure publishes a new one. So even a database that was
 * restored to an earlier time reads the run without erased shoppers.
 */
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SnapshotStore } from '../snapshot-store/snapshot-store.ts'

export interface RunBytes {
  heads: Buffer
  bodies: Buffer
  sents: Buffer
}

const MAGIC = Buffer.from('VSR1')
const COLUMNS = ['heads', 'bodies', 'sents'] as const
/** A sequential reader asks for the same run repeatedly, some thousand events at a time. */
const KEPT_BYTES = 64 * 1024 ** 2
/** A manifest may be replaced while its run is read. */
const TRIES = 5

export class SealedRuns {
  readonly #store: SnapshotStore
  readonly #kept = new LRUCache<string, RunBytes>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOf })

  constructor(store: SnapshotStore) {
    this.#store = store
  }

  /** The name must be unused. Returns the hash of the contents, for `remove`. */
  async publish(name: string, run: RunBytes): Promise<string> {
    const hash = await this.#store.put(pack(run))
    await this.#store.publish(name, { contents: [hash], note: {} }, null)
    return hash
  }

  async read(name: string): Promise<RunBytes> {
    return (await this.#readVersion(name)).run
  }

  /** Replaces the run with the result of `change`, unless that is undefined, and deletes the old one. */
  async rewrite(name: string, change: (run: RunBytes) => RunBytes | undefined): Promise<void> {
    for (;;) {
      const { run, version, hash } = await this.#readVersion(name)
      const changed = change(run)
      if (!changed) return
      const next = await this.#store.put(pack(changed))
      const isPublished = await this.#store.publish(name, { contents: [next], note: {} }, version)
      await this.#store.discard(isPublished ? hash : next)
      if (!isPublished) continue
      this.#kept.delete(hash)
      return
    }
  }

  /** `published` is the hash from `publish`, in case the manifest is already withdrawn. */
  async remove(name: string, published?: string): Promise<void> {
    const manifest = await this.#store.manifest(name)
    await this.#store.withdraw(name)
    for (const hash of new Set([...(manifest?.contents ?? []), ...(published ? [published] : [])]))
      await this.#store.discard(hash)
  }

  async #readVersion(name: string): Promise<{ run: RunBytes; version: string; hash: string }> {
    for (let tries = 0; tries < TRIES; tries++) {
      const manifest = await this.#store.manifest(name)
      const [hash] = manifest?.contents ?? []
      if (!manifest || hash === undefined) break
      const run = this.#kept.get(hash) ?? unpack(await this.#store.get(hash))
      if (!run) continue
      this.#kept.set(hash, run)
      return { run, version: manifest.version, hash }
    }
    throw new Error(`the snapshot store does not have the events "${name}" that the log says it has`)
  }
}

function sizeOf(run: RunBytes): number {
  return COLUMNS.reduce((sum, column) => sum + run[column].length, 1)
}

function pack(run: RunBytes): Uint8Array {
  // The id makes the contents unique, so that discarding them never affects another run.
  const header = { id: randomUUID(), lengths: COLUMNS.map((column) => run[column].length) }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([MAGIC, length, text, ...COLUMNS.map((column) => run[column])])
}

function unpack(bytes: Uint8Array | undefined): RunBytes | undefined {
  if (!bytes) return undefined
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!all.subarray(0, 4).equals(MAGIC)) return undefined
  const start = 8 + all.readUInt32LE(4)
  const { lengths } = JSON.parse(all.subarray(8, start).toString()) as { lengths: [number, number, number] }
  const [heads, bodies, sents] = lengths
  return {
    heads: all.subarray(start, start + heads),
    bodies: all.subarray(start + heads, start + heads + bodies),
    sents: all.subarray(start + heads + bodies, start + heads + bodies + sents),
  }
}
