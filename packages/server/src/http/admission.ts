/**
 * Which request is worked on next, and which is turned away. Cheap requests begin at once. Dear ones wait in a queue per flow (a
 * shop and an address); the flow that has cost least so far is served first, so one that floods waits behind its own requests.
 *
 * The queue is kept short as CoDel does it: while it empties now and then, a request may wait for `patienceMs`; when it has not
 * been empty for that long, only `overloadedPatienceMs`. Whoever waited longer is told to come back: better an honest answer
 * at once than a good one that nobody waits for any more.
 */
import { TooBusy } from '../features/errors.ts'
import { DEAR } from './request-cost.ts'

export interface AdmissionLimits {
  /** Cheap requests, and dear ones, that are worked on at a time. */
  cheap: number
  dear: number
  /** Dear requests that wait: of all flows, and of one. */
  waiting: number
  waitingOfFlow: number
  patienceMs: number
  overloadedPatienceMs: number
  /** Dear requests are begun for so long, then everything else that the loop has to do comes first. */
  sliceMs: number
}

export const ADMISSION_LIMITS: AdmissionLimits = {
  cheap: 1000,
  dear: 8,
  waiting: 1000,
  waitingOfFlow: 100,
  patienceMs: 500,
  overloadedPatienceMs: 50,
  sliceMs: 8,
}

export interface AdmissionDeps {
  /** Milliseconds of a clock that only goes forward. */
  now: () => number
  /** Calls back when the loop has done everything else that is due. */
  defer: (then: () => void) => void
  limits: AdmissionLimits
}

const RETRY_AFTER_SECONDS = 1

interface Waiter {
  sinceMs: number
  cost: number
  begin: () => void
  refuse: (error: TooBusy) => void
}

interface Flow {
  waiters: Waiter[]
  /** What it has cost, beginning with what the least served of the others had cost when it came. */
  spent: number
}

export class Admission {
  readonly #deps: AdmissionDeps
  readonly #flows = new Map<string, Flow>()
  #waiting = 0
  #cheap = 0
  #dear = 0
  #spent = 0
  #lastEmptyMs: number
  #sliceEndMs = Number.POSITIVE_INFINITY
  #isDeferred = false
  #shed = 0

  constructor(deps: AdmissionDeps) {
    this.#deps = deps
    this.#lastEmptyMs = deps.now()
  }

  /** Requests turned away since the start. */
  get shed(): number {
    return this.#shed
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Before its body is read: throws `TooBusy` where a request of the flow would not be let in anyway. */
  check(flow: string, cost: number): void {
    if (cost < DEAR ? this.#cheap >= this.#deps.limits.cheap : this.#isFull(flow)) throw this.#refusal()
  }

  /** Runs the work when its turn comes, and gives back what it gave. Rejects with `TooBusy` when it is turned away. */
  run<T>(flow: string, cost: number, work: () => T | Promise<T>): Promise<T> {
    if (cost < DEAR) return this.#runCheap(work)
    if (this.#mayBeginNow()) return this.#runDear(work)
    if (this.#isFull(flow)) return Promise.reject(this.#refusal())
    return new Promise((resolve, refuse) => {
      const begin = () => void this.#runDear(work).then(resolve, refuse)
      this.#enqueue(flow, { sinceMs: this.#deps.now(), cost, begin, refuse })
    })
  }

  async #runCheap<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#cheap >= this.#deps.limits.cheap) throw this.#refusal()
    this.#cheap++
    try {
      return await work()
    } finally {
      this.#cheap--
    }
  }

  async #runDear<T>(work: () => T | Promise<T>): Promise<T> {
    this.#dear++
    try {
      return await work()
    } finally {
      this.#dear--
      this.#beginNext()
    }
  }

  #mayBeginNow(): boolean {
    if (this.#waiting > 0) return false
    this.#lastEmptyMs = this.#deps.now()
    return this.#dear < this.#deps.limits.dear && this.#isWithinSlice(this.#lastEmptyMs)
  }

  #enqueue(flow: string, waiter: Waiter): void {
    const queue = this.#flows.get(flow) ?? { waiters: [], spent: this.#spent }
    this.#flows.set(flow, queue)
    queue.waiters.push(waiter)
    this.#waiting++
    this.#deferBeginning()
  }

  #isFull(flow: string): boolean {
    const { waiting, waitingOfFlow } = this.#deps.limits
    return this.#waiting >= waiting || (this.#flows.get(flow)?.waiters.length ?? 0) >= waitingOfFlow
  }

  #beginNext(): void {
    let nowMs = this.#deps.now()
    while (this.#waiting > 0 && this.#dear < this.#deps.limits.dear && this.#isWithinSlice(nowMs)) {
      const waiter = this.#takeNext()
      if (nowMs - waiter.sinceMs > this.#patienceMs(nowMs)) waiter.refuse(this.#refusal())
      else waiter.begin()
      nowMs = this.#deps.now()
    }
    if (this.#waiting === 0) this.#lastEmptyMs = nowMs
  }

  #patienceMs(nowMs: number): number {
    const { patienceMs, overloadedPatienceMs } = this.#deps.limits
    return nowMs - this.#lastEmptyMs > patienceMs ? overloadedPatienceMs : patienceMs
  }

  #takeNext(): Waiter {
    const [name, flow] = this.#leastServed()
    const waiter = flow.waiters.shift() as Waiter
    this.#spent = flow.spent
    flow.spent += waiter.cost
    if (flow.waiters.length === 0) this.#flows.delete(name)
    this.#waiting--
    return waiter
  }

  #leastServed(): [string, Flow] {
    let least: [string, Flow] | undefined
    for (const entry of this.#flows) if (least === undefined || entry[1].spent < least[1].spent) least = entry
    return least as [string, Flow]
  }

  /** A slice begins with the first dear request of a turn of the loop. */
  #isWithinSlice(nowMs: number): boolean {
    if (this.#sliceEndMs === Number.POSITIVE_INFINITY) {
      this.#sliceEndMs = nowMs + this.#deps.limits.sliceMs
      this.#deferBeginning()
    }
    return nowMs < this.#sliceEndMs
  }

  #deferBeginning(): void {
    if (this.#isDeferred) return
    this.#isDeferred = true
    this.#deps.defer(() => {
      this.#isDeferred = false
      this.#sliceEndMs = Number.POSITIVE_INFINITY
      if (this.#waiting > 0) this.#beginNext()
    })
  }

  #refusal(): TooBusy {
    this.#shed++
    return new TooBusy(RETRY_AFTER_SECONDS)
  }
}
