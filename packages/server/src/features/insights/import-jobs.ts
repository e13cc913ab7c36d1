/** Imports continue after the response. A file is received completely before it is read in the background. */
import { createReadStream, rmSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportJob } from '@vitrine/contract'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { Refusal, TooBusy } from '../errors.ts'

export interface ImportReportLike {
  created: number
  updated: number
  unchanged: number
  rejected: number
  faults: readonly { line: number; error: string }[]
  notes: readonly { line: number; text: string }[]
}

export interface SourceWords {
  from?: string
  map?: string
}

export interface ImportJobDeps {
  folder: string
  newId: () => string
  clock: () => number
  importFile(shop: ShopId, file: AsyncIterable<Uint8Array>, words: SourceWords): Promise<ImportReportLike>
  onError: (error: unknown) => void
  maxBytes?: number
}

/** Over all shops; older jobs are forgotten. */
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
    const job = { shop, view: newJob(id, { name, actor, at: this.#now(), size: (await stat(path)).size }) }
    this.#jobs.set(id, job)
    if (this.#jobs.size > KEPT_JOBS) this.#jobs.delete(this.#jobs.keys().next().value as string)
    // Two imports at once would only slow each other down.
    this.#tail = this.#tail.then(() => this.#run(job, path, words))
    return job.view
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

  async #run(job: Job, path: string, words: SourceWords): Promise<void> {
    const { view } = job
    view.state = 'running'
    view.started_at = this.#now()
    try {
      const report = await this.#deps.importFile(job.shop, counted(path, view), words)
      const { created, updated, unchanged, rejected } = report
      Object.assign(view, { state: 'done', progress: 1, created, updated, unchanged, rejected })
      view.faults = report.faults.slice(0, SHOWN_FAULTS).map((one) => ({ ...one }))
      view.notes = report.notes.slice(0, SHOWN_FAULTS).map((one) => ({ ...one }))
    } catch (error) {
      view.state = 'failed'
      view.error = 'the import failed: send the file again; products that are already stored are not stored twice'
      this.#deps.onError(error)
    } finally {
      view.finished_at = this.#now()
      this.onEnd(job.shop)
      await rm(path, { force: true })
    }
  }
}

const NO_ROOM = 'the disk of the data folder is full'

async function* atMost(most: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > most) throw new Refusal(413, `the file is longer than ${most} bytes: send it in parts`)
    yield piece
  }
}

function newJob(
  id: string,
  { name, actor, at, size }: { name: string; actor: string; at: string; size: number },
): ImportJob {
  return {
    id,
    file: name,
    actor,
    bytes: size,
    state: 'waiting',
    progress: 0,
    created_at: at,
    started_at: null,
    finished_at: null,
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    faults: [],
    notes: [],
    error: null,
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
