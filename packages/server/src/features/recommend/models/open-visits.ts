/** Visits that are still going on: their products in order, until they fall silent. */
export interface OpenVisit {
  items: number[]
  cart: number[]
  lastMs: number
}

/** A visit is over after half an hour of silence, as analytics counts it. */
const SILENCE_MS = 30 * 60_000
/** A page left open all day, or a crawler nobody recognised: its later events teach nothing. */
const MAX_ITEMS = 200
/** A million visits a day have as many open at a time. With more of them, or a clock that stands still, those silent longest end early. */
const MAX_VISITS = 20_000

export class OpenVisits {
  /** In order of the last event, oldest first: a visit that goes on is put in again. */
  #visits = new Map<string, OpenVisit>()

  /** The visit, begun now when it is new or was silent too long. */
  touch(session: string, atMs: number): OpenVisit {
    const known = this.#visits.get(session)
    const visit = known ?? { items: [], cart: [], lastMs: atMs }
    visit.lastMs = Math.max(visit.lastMs, atMs)
    this.#visits.delete(session)
    this.#visits.set(session, visit)
    return visit
  }

  /** Takes out the visits that have been silent for long at `nowMs`, and those too many. */
  *takeFinished(nowMs: number): Generator<OpenVisit> {
    for (const [session, visit] of this.#visits) {
      if (nowMs - visit.lastMs < SILENCE_MS && this.#visits.size <= MAX_VISITS) return
      this.#visits.delete(session)
      yield visit
    }
  }

  /** The visit never was. */
  erase(session: string): void {
    this.#visits.delete(session)
  }

  isFull(visit: OpenVisit): boolean {
    return visit.items.length >= MAX_ITEMS
  }

  save(): [string, OpenVisit][] {
    return [...this.#visits]
  }

  static load(visits: readonly [string, OpenVisit][]): OpenVisits {
    const open = new OpenVisits()
    for (const [session, visit] of visits) open.#visits.set(session, visit)
    return open
  }
}
