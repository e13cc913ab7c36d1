/** Tells `/ready` and the metrics whether events and changes can be stored. */
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import { isStorageFull } from '../ports/sqlite/database.ts'

/** With less space, commits will soon fail: a write-ahead log alone may take 64 MiB. */
const LOW_BYTES = 128 * 1024 * 1024
const LOOK_EVERY_MS = 5000
const REFUSED_MS = 30_000

type Writer = (...args: never[]) => Promise<unknown>

export class StorageWatch {
  readonly #folder: string
  readonly #staysReady: boolean
  #freeBytes = Number.POSITIVE_INFINITY
  /** The last write that failed for lack of space; undefined after a successful write. */
  #refused: { atMs: number; message: string } | undefined
  #timer: NodeJS.Timeout | undefined

  /** If `staysReady` is true, a full disk is a problem to report, but the node stays ready. */
  constructor(folder: string, { staysReady = false } = {}) {
    this.#folder = folder
    this.#staysReady = staysReady
  }

  get freeBytes(): number {
    return this.#freeBytes
  }

  /** For the operator, if something must be done. */
  get problem(): string | undefined {
    if (this.#refused && this.#isRefusing)
      return `${this.#refused.message} Events and changes are refused until space is freed.`
    if (this.#freeBytes < LOW_BYTES)
      return 'the disk of the data folder is nearly full: free some space before writes fail'
    return undefined
  }

  get isReadOnly(): boolean {
    return this.#isRefusing && !this.#staysReady
  }

  /** A node that is not ready gets no writes that could show its recovery, so after a while the free space decides. */
  get #isRefusing(): boolean {
    if (this.#refused === undefined) return false
    return this.#freeBytes < LOW_BYTES || performance.now() - this.#refused.atMs < REFUSED_MS
  }

  async start(): Promise<void> {
    await this.runOnce()
    this.#timer = setInterval(() => void this.runOnce(), LOOK_EVERY_MS).unref()
  }

  async runOnce(): Promise<void> {
    try {
      const { bavail, bsize } = await statfs(this.#folder)
      this.#freeBytes = bavail * bsize
    } catch {
      // Some file systems do not report free space. Failed writes then show the problem.
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Returns the same store, which records the outcomes of these writes. */
  observe<T extends object, K extends keyof T>(store: T, writes: readonly K[]): T {
    const observed = writes.flatMap((name) => (store[name] ? [[name, this.#observed(store[name] as Writer)]] : []))
    return { ...store, ...(Object.fromEntries(observed) as Pick<T, K>) }
  }

  register(registry: Registry): void {
    const watch = this
    const registers = [registry]
    new Gauge({
      name: 'vitrine_storage_full',
      help: '1 while the disk of the data folder or of PostgreSQL refuses writes, or that of the data folder is about to',
      registers,
      collect() {
        this.set(watch.problem === undefined ? 0 : 1)
      },
    })
    new Gauge({
      name: 'vitrine_storage_free_bytes',
      help: 'Free bytes on the disk of the data folder',
      registers,
      collect() {
        if (Number.isFinite(watch.freeBytes)) this.set(watch.freeBytes)
      },
    })
  }

  #observed(write: Writer): Writer {
    return async (...args) => {
      try {
        const answer = await write(...args)
        this.#refused = undefined
        return answer
      } catch (error) {
        if (isStorageFull(error)) this.#refused = { atMs: performance.now(), message: error.message }
        throw error
      }
    }
  }
}
