/**
 * Fork and join: the parts of a query that concern different segments are done at once, by this thread and others. The calling
 * thread does its own share, then whatever no thread has begun, and waits only for what is under way. So a thread that is slow to
 * start, busy or gone costs nothing but its help, and the answer is the same.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { type ForkJoin, type Segment, SHARD_DOCS, type ShardWork, type ShopIndex, withForkJoin } from '@vitrine/engine'
import {
  claim,
  finishedCount,
  newControl,
  type SearchAnswer,
  type SearchMessage,
  waitForMore,
} from './search-messages.ts'
import { shareOut } from './share-out.ts'

export interface SearchThreadsOptions {
  /** Beside the calling one. */
  threads: number
  leastWork?: number
  /** Shops of no more products are searched by one thread. */
  minProducts?: number
  /** Segments grow no larger, so that there are several to share out. */
  segmentProducts?: number
  /** A part that is under way for longer once all else is done is done again, and its thread replaced. */
  limitMs?: number
  /** True if the calling thread does what no thread has begun; false if it matters who does it. */
  helps?: boolean
  /** Module that the threads run. */
  module?: URL
}

/** Less is done in the time that it takes to wake a thread. */
const MIN_WORK = 100_000
const LIMIT_MS = 1000

interface Thread {
  worker: Worker
  answers: MessagePort
  /** Segments that it has, by number. */
  known: Set<number>
  dropped: number[]
}

export class SearchThreads implements ForkJoin {
  readonly leastWork: number
  readonly segmentProducts: number
  readonly #options: Required<Omit<SearchThreadsOptions, 'leastWork' | 'segmentProducts'>>
  readonly #threads: (Thread | undefined)[]
  readonly #numbers = new WeakMap<object, number>()
  readonly #gone = new FinalizationRegistry<number>((id) => this.#drop(id))
  #segments = 0
  #runs = 0

  constructor({ threads, leastWork = MIN_WORK, minProducts = SHARD_DOCS, ...options }: SearchThreadsOptions) {
    this.leastWork = leastWork
    this.segmentProducts = options.segmentProducts ?? SHARD_DOCS
    const { limitMs = LIMIT_MS, helps = true, module = new URL('./search-worker.ts', import.meta.url) } = options
    this.#options = { threads, minProducts, limitMs, helps, module }
    this.#threads = Array.from({ length: threads })
  }

  /** The index, searched by these threads if it is large. They start with the first query that is worth it. */
  serve(index: ShopIndex): ShopIndex {
    const isLarge = index.docCount > this.#options.minProducts
    const isServed = index.text.forkJoin === this
    return isLarge === isServed ? index : withForkJoin(index, isLarge ? this : undefined)
  }

  run<Result>(all: readonly ShardWork<Result>[]): Result[] {
    const control = newControl(all.length)
    const work = all.map((one, place) => ({ ...one, place }))
    const [own = [], ...sent] = shareOut(work, this.#threads.length + 1, isShared)
    const run = ++this.#runs
    for (const [t, share] of sent.entries()) this.#send(t, share, { run, control })
    const results = new Map(own.map(({ place, here }) => [place, here()]))
    // From the end: threads begin with the first.
    for (const { place, here } of this.#options.helps ? sent.flatMap((share) => share.toReversed()) : [])
      if (claim(control, place)) results.set(place, here())
    this.#join({ run, control, work, sent, results })
    return work.map(({ place }) => results.get(place) as Result)
  }

  async close(): Promise<void> {
    const running = this.#threads.filter((thread) => thread !== undefined)
    this.#threads.fill(undefined)
    await Promise.all(running.map(({ worker }) => worker.terminate()))
  }

  #send(t: number, share: readonly Placed<unknown>[], { run, control }: Pick<SearchMessage, 'run' | 'control'>): void {
    if (share.length === 0) return
    const thread = this.#threads[t] ?? this.#start(t)
    this.#threads[t] = thread
    const tasks = share.map(({ place, shard, task }) => ({ place, segment: this.#numberOf(shard), task }))
    const added = share
      .map(({ shard }) => ({ id: this.#numberOf(shard), segment: shard as Segment }))
      .filter(({ id }) => !thread.known.has(id))
    for (const { id } of added) thread.known.add(id)
    thread.worker.postMessage({ run, control, tasks, added, dropped: thread.dropped.splice(0) } satisfies SearchMessage)
  }

  #join<Result>(joined: Joined<Result>): void {
    const { control, work, sent, results } = joined
    const untilMs = performance.now() + this.#options.limitMs
    for (;;) {
      const seen = finishedCount(control)
      for (const thread of this.#threads) if (thread) takeAnswers(thread, joined)
      if (results.size === work.length) return
      const leftMs = untilMs - performance.now()
      if (leftMs <= 0) break
      waitForMore(control, seen, leftMs)
    }
    sent.forEach((share, t) => {
      const lost = share.filter(({ place }) => !results.has(place))
      if (lost.length > 0) this.#replace(t)
      for (const { place, again } of lost) results.set(place, again())
    })
  }

  #start(t: number): Thread {
    const { port1, port2 } = new MessageChannel()
    const worker = new Worker(this.#options.module, {
      name: `search ${t + 1}`,
      workerData: port2,
      transferList: [port2],
    })
    const thread: Thread = { worker, answers: port1, known: new Set(), dropped: [] }
    const forget = () => {
      if (this.#threads[t] === thread) this.#threads[t] = undefined
    }
    worker.on('error', forget)
    worker.on('exit', forget)
    worker.unref()
    port1.unref()
    return thread
  }

  #replace(t: number): void {
    void this.#threads[t]?.worker.terminate()
    this.#threads[t] = undefined
  }

  #numberOf(segment: object): number {
    let number = this.#numbers.get(segment)
    if (number === undefined) {
      number = ++this.#segments
      this.#numbers.set(segment, number)
      this.#gone.register(segment, number)
    }
    return number
  }

  #drop(id: number): void {
    for (const thread of this.#threads) if (thread?.known.delete(id)) thread.dropped.push(id)
  }
}

type Placed<Result> = ShardWork<Result> & { place: number }

interface Joined<Result> {
  run: number
  control: Int32Array
  work: readonly Placed<Result>[]
  /** Work that was sent, by thread. */
  sent: readonly (readonly Placed<Result>[])[]
  results: Map<number, Result>
}

/** Takes the answers that have come by now. Answers of earlier runs came too late. */
function takeAnswers<Result>({ answers }: Thread, { run, work, results }: Joined<Result>): void {
  for (;;) {
    const answer: SearchAnswer | undefined = receiveMessageOnPort(answers)?.message
    if (answer === undefined) return
    if (answer.run !== run) continue
    results.set(answer.place, answer.failed ? work[answer.place]!.again() : (answer.result as Result))
  }
}

/** Data that is not in shared memory would be copied into every thread. */
function isShared({ shard }: ShardWork<unknown>): boolean {
  return (shard as Segment).text.postDocs.buffer instanceof SharedArrayBuffer
}
