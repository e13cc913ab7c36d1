export interface OpenVisit {
  items: number[]
  cart: number[]
  lastMs: number
}

/** A visit is over after half an hour of inactivity, as in analytics. */
const SILENCE_MS = 30 * 60_000
/** Later events of a visit are not learned: it is a page left open all day, or an unrecognized crawler. */
const MAX_ITEMS = 200
/** A shop with a million visits a day has about this many open. Beyond it, the longest inactive visits end early. */
const MAX_VISITS = 20_000

export class OpenVisits {
  /** Ordered by the last event, oldest first. */
  #visits = new Map<string, OpenVisit>()

  /** Begins a visit if none is open. */
  touch(session: string, atMs: number): OpenVisit {
    const known = this.#visits.get(session)
    const visit = known ?? { items: [], cart: [], lastMs: atMs }
    visit.lastMs = Math.max(visit.lastMs, atMs)
    this.#visits.delete(session)
    this.#visits.set(session, visit)
    return visit
  }

  /** Removes and yields visits that have been inactive too long at `nowMs`, and those beyond the limit. */
  *takeFinished(nowMs: number): Generator<OpenVisit> {
    for (const [session, visit] of this.#visits) {
      if (nowMs - visit.lastMs < SILENCE_MS && this.#visits.size <= MAX_VISITS) return
      this.#visits.delete(session)
      yield visit
    }
  }

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
