/** A shop's imports. Those that continue after the response receive a file completely before they read it. */
import { createReadStream, rmSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportJob } from '@vitrine/contract'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { Refusal, TooBusy } from '../errors.ts'

export type ImportCounts = Pick<ImportJob, 'created' | 'updated' | 'unchanged' | 'rejected' | 'faults' | 'notes'>

export interface SourceWords {
  from?: string | undefined
  map?: string | undefined
}

export interface ImportJobDeps {
  folder: string
  newId: () => string
  clock: () => number
  importFile(shop: ShopId, file: AsyncIterable<Uint8Array>, words: SourceWords): Promise<ImportCounts>
  onError: (error: unknown) => void
  maxBytes?: number
}

/** Limit over all shops. Older jobs are forgotten. */
const KEPT_JOBS = 200
const MAX_WAITING = 20
/** Waiting files of one shop, so that other shops can import, too. */
const MAX_OF_SHOP = 10
const SHOWN_FAULTS = 200
/** An export of a hundred thousand products has a few hundred megabytes. */
const MAX_BYTES = 2 * 1024 ** 3

interface Job {
  shop: ShopId
  view: ImportJob
}

/** A restart ends all jobs. An unfinished file can be sent again without harm. */
export class ImportJobs {
  readonly #deps: ImportJobDeps
  readonly #jobs = new Map<string, Job>()
  #tail: Promise<void> = Promise.resolve()
  readonly #uploads: ShopId[] = []
  onEnd = (_shop: ShopId) => {}

  constructor(deps: ImportJobDeps) {
    this.#deps = deps
    // Removes unread files of an earlier process.
    rmSync(deps.folder, { recursive: true, force: true })
  }

  async start(
    shop: ShopId,
    { name, actor, ...words }: SourceWords & { name: string; actor: string },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<ImportJob> {
    const waiting = [...this.#jobs.values()].filter(({ view }) => view.state === 'waiting' || view.state === 'running')
    const shops = [...waiting.map((job) => job.shop), ...this.#uploads]
    const ofShop = shops.filter((one) => one === shop)
    if (shops.length >= MAX_WAITING || ofShop.length >= MAX_OF_SHOP) throw new TooBusy(30)
    const id = this.#deps.newId()
    const path = join(this.#deps.folder, id)
    await this.#store(shop, path, bytes)
    const job = { shop, view: this.#newJob(id, { file: name, actor, bytes: (await stat(path)).size }) }
    this.#add(job)
    // Two imports at once would only slow each other down.
    this.#tail = this.#tail.then(() => this.#run(job, path, words))
    return job.view
  }

  /** Runs an import whose caller waits for its report. It is listed once it is done: until then the caller may lose access. */
  async follow<Report extends ImportCounts>(
    shop: ShopId,
    file: Pick<ImportJob, 'file' | 'actor'>,
    bytes: AsyncIterable<Uint8Array>,
    read: (file: AsyncIterable<Uint8Array>) => Promise<Report>,
  ): Promise<Report> {
    const view = this.#newJob(this.#deps.newId(), { ...file, bytes: 0 })
    view.started_at = view.created_at
    const report = await read(sized(bytes, view))
    this.#add({ shop, view })
    this.#end({ shop, view }, doneBy(report))
    return report
  }

  /** Stores the complete file, or nothing. */
  async #store(shop: ShopId, path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    this.#uploads.push(shop)
    try {
      await mkdir(this.#deps.folder, { recursive: true })
      // `writeFile` creates the file before it reads `bytes`. Thus the file cannot appear after a failed upload has
      // removed it.
      await writeFile(path, atMost(this.#deps.maxBytes ?? MAX_BYTES, bytes), { mode: 0o600 })
    } catch (error) {
      await rm(path, { force: true })
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new TooBusy(60, NO_ROOM) : error
    } finally {
      this.#uploads.splice(this.#uploads.indexOf(shop), 1)
    }
  }

  list(shop: ShopId): ImportJob[] {
    return [...this.#jobs.values()]
      .filter((job) => job.shop === shop)
      .map(({ view }) => view)
      .reverse()
  }

  find(shop: ShopId, id: string): ImportJob | undefined {
    const job = this.#jobs.get(id)
    return job?.shop === shop ? job.view : undefined
  }

  async settled(): Promise<void> {
    await this.#tail
  }

  #now(): string {
    return new Date(this.#deps.clock()).toISOString()
  }

  #newJob(id: string, file: Pick<ImportJob, 'file' | 'actor' | 'bytes'>): ImportJob {
    return { ...NEW_JOB, id, ...file, created_at: this.#now() }
  }

  #add(job: Job): void {
    this.#jobs.set(job.view.id, job)
    if (this.#jobs.size > KEPT_JOBS) this.#jobs.delete(this.#jobs.keys().next().value as string)
  }

  async #run(job: Job, path: string, words: SourceWords): Promise<void> {
    const { shop, view } = job
    Object.assign(view, { state: 'running', started_at: this.#now() })
    try {
      this.#end(job, doneBy(await this.#deps.importFile(shop, counted(path, view), words)))
    } catch (error) {
      this.#end(job, { state: 'failed', error: FAILED })
      this.#deps.onError(error)
    } finally {
      await rm(path, { force: true })
    }
  }

  #end({ shop, view }: Job, outcome: Partial<ImportJob>): void {
    Object.assign(view, outcome, { finished_at: this.#now() })
    this.onEnd(shop)
  }
}

function doneBy({ created, updated, unchanged, rejected, faults, notes }: ImportCounts): Partial<ImportJob> {
  const shown = { faults: faults.slice(0, SHOWN_FAULTS), notes: notes.slice(0, SHOWN_FAULTS) }
  return { state: 'done', progress: 1, created, updated, unchanged, rejected, ...shown }
}

const FAILED = 'the import failed: send the file again; products that are already stored are not stored twice'
const NO_ROOM = 'the disk of the data folder is full'

async function* atMost(most: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > most) throw new Refusal(413, `the file is longer than ${most} bytes: send it in parts`)
    yield piece
  }
}

const NEW_JOB = {
  state: 'waiting',
  progress: 0,
  started_at: null,
  finished_at: null,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  faults: [],
  notes: [],
  error: null,
} satisfies Partial<ImportJob>

async function* sized(bytes: AsyncIterable<Uint8Array>, view: ImportJob): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    view.bytes += piece.length
    yield piece
  }
}

async function* counted(path: string, view: ImportJob): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    read += chunk.length
    view.progress = view.bytes === 0 ? 1 : Math.round((read / view.bytes) * 1000) / 1000
    yield chunk
  }
}
