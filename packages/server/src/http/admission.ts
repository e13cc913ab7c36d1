/**
 * Decides which request of a kind of work is started next, and which is refused. A request belongs to two parties: the
 * address it comes from and the shop it is for. A party may occupy at most as many slots as are left free. So one party
 * that floods gets half of the slots, two get a third each, and a newcomer finds room. Among waiting requests, the one
 * whose parties have spent the least goes first. A request costs its estimate, or the time for which it occupied its
 * slot if that turns out to be more.
 *
 * Waiting is kept short as in FQ-CoDel: a request may wait for `patienceMs`, but only for `overloadedPatienceMs` once
 * its address has had requests waiting for longer than `patienceMs`. A timer ends the wait even if no slot is freed: a
 * prompt refusal is better than an answer that comes too late.
 */
import { TooBusy } from '../features/errors.ts'
import { LoopSlice } from './turn-budget.ts'

export interface AdmissionLimits {
  slots: number
  waiting: number
  patienceMs: number
  overloadedPatienceMs: number
  /** Time per turn of the event loop in which requests are started. */
  sliceMs: number
}

export interface AdmissionDeps {
  /** Returns milliseconds of a monotonic clock. */
  now: () => number
  /** Calls back when the event loop has done everything else that is due. */
  defer: (then: () => void) => void
  /** Returns a function that cancels the call. */
  later: (then: () => void, ms: number) => () => void
  limits: AdmissionLimits
}

/** `shop` is undefined for requests without a shop. */
export interface Caller {
  address: string
  shop: string | undefined
}

const RETRY_AFTER_SECONDS = 1
const UNITS_A_MS = 10

interface Party {
  name: string
  atWork: number
  waiting: number
  waitingSinceMs: number | undefined
  /** Includes the virtual time at the party's first request. */
  spent: number
}

interface Waiter {
  parties: readonly Party[]
  cost: number
  begin: () => void
  refuse: () => void
  stopTimer: () => void
}

export class Admission {
  readonly #deps: AdmissionDeps
  readonly #parties = new Map<string, Party>()
  readonly #waiters: Waiter[] = []
  /** What address and shop of the last started request had spent. Newcomers start with these amounts. */
  readonly #virtualTime = [0, 0]
  readonly #slice: LoopSlice
  #busy = 0
  #shed = 0

  constructor(deps: AdmissionDeps) {
    this.#deps = deps
    this.#slice = new LoopSlice({ ...deps, sliceMs: deps.limits.sliceMs }, () => this.#beginWaiting())
  }

  get shed(): number {
    return this.#shed
  }

  get waiting(): number {
    return this.#waiters.length
  }

  /** Throws `TooBusy` if the request would be refused now. Called before the body is read. */
  check(caller: Caller): void {
    const parties = namesOf(caller).flatMap((name) => this.#parties.get(name) ?? [])
    if (!this.#canBegin(parties) && !this.#canWait(parties)) throw this.#refusal()
  }

  /** Rejects with `TooBusy` if the request is refused. */
  run<T>(caller: Caller, cost: number, work: () => T | Promise<T>): Promise<T> {
    const parties = this.#partiesOf(caller)
    if (this.#canBegin(parties) && this.#slice.isOpen) return this.#work(parties, cost, work)
    if (!this.#canWait(parties)) {
      this.#leave(parties)
      return Promise.reject(this.#refusal())
    }
    return new Promise((resolve, reject) => {
      const begin = () => void this.#work(parties, cost, work).then(resolve, reject)
      this.#wait({ parties, cost, begin, refuse: () => reject(this.#refusal()), stopTimer: () => {} })
    })
  }

  async #work<T>(parties: readonly Party[], cost: number, work: () => T | Promise<T>): Promise<T> {
    this.#busy++
    const begunMs = this.#deps.now()
    parties.forEach((party, i) => {
      this.#virtualTime[i] = Math.max(this.#virtualTime[i] as number, party.spent)
      party.atWork++
      party.spent += cost
    })
    try {
      return await work()
    } finally {
      this.#busy--
      const heldUnits = (this.#deps.now() - begunMs) * UNITS_A_MS
      for (const party of parties) {
        party.atWork--
        party.spent += Math.max(0, heldUnits - cost)
      }
      this.#leave(parties)
      this.#beginWaiting()
    }
  }

  #partiesOf(caller: Caller): Party[] {
    return namesOf(caller).map((name, i) => {
      const known = this.#parties.get(name)
      if (known) return known
      const spent = this.#virtualTime[i] as number
      const party: Party = { name, atWork: 0, waiting: 0, waitingSinceMs: undefined, spent }
      this.#parties.set(name, party)
      return party
    })
  }

  #leave(parties: readonly Party[]): void {
    for (const { name, atWork, waiting } of parties) if (atWork === 0 && waiting === 0) this.#parties.delete(name)
  }

  /** False if other requests are waiting, even if slots are free. */
  #canBegin(parties: readonly Party[]): boolean {
    return this.#waiters.length === 0 && this.#hasRoomFor(parties)
  }

  #hasRoomFor(parties: readonly Party[]): boolean {
    const free = this.#deps.limits.slots - this.#busy
    return free > 0 && parties.every(({ atWork }) => atWork < free)
  }

  #canWait(parties: readonly Party[]): boolean {
    const free = this.#deps.limits.waiting - this.#waiters.length
    return free > 0 && parties.every(({ waiting }) => waiting < free)
  }

  #wait(waiter: Waiter): void {
    const nowMs = this.#deps.now()
    waiter.parties.forEach((party, i) => {
      // An idle party saves up no credit.
      if (party.waiting === 0) party.spent = Math.max(party.spent, this.#virtualTime[i] as number)
      party.waiting++
      party.waitingSinceMs ??= nowMs
    })
    waiter.stopTimer = this.#deps.later(() => this.#giveUp(waiter), this.#patienceMs(waiter, nowMs))
    this.#waiters.push(waiter)
    this.#slice.defer()
  }

  #patienceMs({ parties: [address] }: Waiter, nowMs: number): number {
    const { patienceMs, overloadedPatienceMs } = this.#deps.limits
    return nowMs - (address?.waitingSinceMs ?? nowMs) > patienceMs ? overloadedPatienceMs : patienceMs
  }

  #giveUp(waiter: Waiter): void {
    this.#take(waiter)
    this.#leave(waiter.parties)
    waiter.refuse()
  }

  #take(waiter: Waiter): void {
    waiter.stopTimer()
    this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
    for (const party of waiter.parties) {
      party.waiting--
      if (party.waiting === 0) party.waitingSinceMs = undefined
    }
  }

  #beginWaiting(): void {
    for (let next = this.#next(); next !== undefined && this.#slice.isOpen; next = this.#next()) {
      this.#take(next)
      next.begin()
    }
  }

  /** Returns the waiter whose parties have spent least, among those with room. */
  #next(): Waiter | undefined {
    let least: Waiter | undefined
    let minSpent = Number.POSITIVE_INFINITY
    for (const waiter of this.#waiters) {
      const spent = this.#spentBy(waiter)
      if (spent >= minSpent || !this.#hasRoomFor(waiter.parties)) continue
      least = waiter
      minSpent = spent
    }
    return least
  }

  #spentBy({ parties }: Waiter): number {
    return parties.reduce((sum, { spent }, i) => sum + spent - (this.#virtualTime[i] as number), 0)
  }

  #refusal(): TooBusy {
    this.#shed++
    return new TooBusy(RETRY_AFTER_SECONDS)
  }
}

/** Every caller has an address; the shop comes second, if there is one. */
function namesOf({ address, shop }: Caller): string[] {
  return shop === undefined ? [`address ${address}`] : [`address ${address}`, `shop ${shop}`]
}
