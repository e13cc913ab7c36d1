/**
 * Which request is worked on next, and which is turned away. Cheap requests begin at once. Dear ones wait in a queue per flow (a
 * shop and an address); the flow that has cost least so far is served first, so one that floods waits behind its own requests.
 *
 * The queue is kept short as CoDel does it: while it empties now and then, a request may wait for `patienceMs`; when it has not
 * been empty for that long, only `overloadedPatienceMs`. Whoever waited longer is told to come back: better an honest answer
 * at once than a good one that nobody waits for any more.
 *
 * Work that waits for a server of somebody else has an admission of its own: how long it takes is theirs to say, so it must not
 * take the places of work that takes as long as we do.
 */
import { TooBusy } from '../features/errors.ts'
import { DEAR } from './request-cost.ts'

export interface AdmissionLimits {
  /** Cheap requests, and dear ones, that are worked on at a time. */
  cheap: number
  dear: number
  /** Dear requests of one flow that are worked on at a time. */
  dearOfFlow: number
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
  dearOfFlow: 8,
  waiting: 1000,
  waitingOfFlow: 100,
  patienceMs: 500,
  overloadedPatienceMs: 50,
  sliceMs: 8,
}

/** For requests that wait for a picture of another server. */
export const OUTSIDE_LIMITS: AdmissionLimits = {
  ...ADMISSION_LIMITS,
  dear: 16,
  dearOfFlow: 4,
  waiting: 100,
  waitingOfFlow: 10,
}

/** For merchants, who rather wait. An import that waits until it can be found is one of them, so there is room for some. */
export const ADMIN_LIMITS: AdmissionLimits = {
  ...ADMISSION_LIMITS,
  dear: 32,
  dearOfFlow: 24,
  waitingOfFlow: 200,
  patienceMs: 30_000,
  overloadedPatienceMs: 10_000,
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
  /** How many of each flow are worked on. */
  readonly #atWork = new Map<string, number>()
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
    if (this.#mayBeginNow(flow)) return this.#runDear(flow, work)
    if (this.#isFull(flow)) return Promise.reject(this.#refusal())
    return new Promise((resolve, refuse) => {
      const begin = () => void this.#runDear(flow, work).then(resolve, refuse)
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

  async #runDear<T>(flow: string, work: () => T | Promise<T>): Promise<T> {
    this.#dear++
    this.#atWork.set(flow, this.#atWorkOf(flow) + 1)
    try {
      return await work()
    } finally {
      this.#dear--
      const left = this.#atWorkOf(flow) - 1
      if (left === 0) this.#atWork.delete(flow)
      else this.#atWork.set(flow, left)
      this.#beginNext()
    }
  }

  #atWorkOf(flow: string): number {
    return this.#atWork.get(flow) ?? 0
  }

  #mayBeginNow(flow: string): boolean {
    if (this.#waiting > 0) return false
    this.#lastEmptyMs = this.#deps.now()
    return this.#hasRoom() && this.#hasRoomFor(flow) && this.#isWithinSlice(this.#lastEmptyMs)
  }

  #hasRoom(): boolean {
    return this.#dear < this.#deps.limits.dear
  }

  #hasRoomFor(flow: string): boolean {
    return this.#atWorkOf(flow) < this.#deps.limits.dearOfFlow
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
    for (let next = this.#nextFlow(); next !== undefined && this.#isWithinSlice(nowMs); next = this.#nextFlow()) {
      const waiter = this.#take(next)
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

  #take({ name, flow }: { name: string; flow: Flow }): Waiter {
    const waiter = flow.waiters.shift() as Waiter
    this.#spent = flow.spent
    flow.spent += waiter.cost
    if (flow.waiters.length === 0) this.#flows.delete(name)
    this.#waiting--
    return waiter
  }

  /** The least served of those that may have one more at work. */
  #nextFlow(): { name: string; flow: Flow } | undefined {
    if (this.#waiting === 0 || !this.#hasRoom()) return undefined
    let least: { name: string; flow: Flow } | undefined
    for (const [name, flow] of this.#flows)
      if ((least === undefined || flow.spent < least.flow.spent) && this.#hasRoomFor(name)) least = { name, flow }
    return least
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
