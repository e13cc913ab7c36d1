/** Numbers each network's visitors of the day. The store counts, so restarts and nodes never repeat a number. */
import type { NetworkVisitors } from '../../ports/derived-store/derived-records.ts'

type Ordinal = number | undefined

export interface NetworkSequencesDeps {
  /** Adds new visitors to those of the day and returns the totals. */
  add: (day: number, counts: readonly NetworkVisitors[]) => Promise<readonly NetworkVisitors[]>
  /** True if other nodes give out ordinals, too, so that each must come from the store. */
  isShared: boolean
  onError: (error: unknown) => void
  patienceMs?: number
}

/** How long an event waits for an ordinal from the store. Without one it is no evidence. */
const PATIENCE_MS = 250
/** Limit over all shops. The oldest networks are forgotten first. */
const MAX_NETWORKS = 200_000

export class NetworkSequences {
  readonly #deps: NetworkSequencesDeps
  #day = -1
  /** Highest ordinal of each network today, as far as this node knows. */
  #given = new Map<string, number>()
  /** Callbacks of each network's visitors that the store has not counted yet. */
  #waiting = new Map<string, ((ordinal: Ordinal) => void)[]>()
  #storing: Promise<void> | undefined

  constructor(deps: NetworkSequencesDeps) {
    this.#deps = deps
  }

  given(network: string): number {
    return this.#given.get(network) ?? 0
  }

  /** Raises the known totals to `counts`, the store's totals of the day. */
  notice(day: number, counts: readonly NetworkVisitors[]): void {
    this.beginDay(day)
    if (day === this.#day) for (const { network, visitors } of counts) this.#raise(network, visitors)
  }

  /** Ignores a day before the current one. */
  beginDay(day: number): void {
    if (day <= this.#day) return
    this.#day = day
    this.#given = new Map()
    for (const resolve of [...this.#waiting.values()].flat()) resolve(undefined)
    this.#waiting = new Map()
  }

  /** Returns a promise if the ordinal comes from the store; it resolves to undefined if the store is too slow. */
  take(network: string): number | Promise<Ordinal> {
    if (this.#deps.isShared) return this.#ask(network)
    this.#raise(network, this.given(network) + 1)
    this.#wait(network, () => {})
    return this.given(network)
  }

  flush(): Promise<void> {
    this.#storing ??= this.#store().finally(() => {
      this.#storing = undefined
    })
    return this.#storing
  }

  #ask(network: string): Promise<Ordinal> {
    const { promise, resolve } = Promise.withResolvers<Ordinal>()
    const timer = setTimeout(resolve, this.#deps.patienceMs ?? PATIENCE_MS, undefined)
    this.#wait(network, (ordinal) => {
      clearTimeout(timer)
      resolve(ordinal)
    })
    // Events that arrive together share a statement.
    setImmediate(() => void this.flush())
    return promise
  }

  #wait(network: string, onOrdinal: (ordinal: Ordinal) => void): void {
    this.#waiting.set(network, [...(this.#waiting.get(network) ?? []), onOrdinal])
  }

  async #store(): Promise<void> {
    while (this.#waiting.size > 0) {
      const [day, asked] = [this.#day, this.#waiting]
      this.#waiting = new Map()
      const counts = [...asked].map(([network, visitors]) => ({ network, visitors: visitors.length }))
      const totals = await this.#deps.add(day, counts).catch((error: unknown) => {
        this.#deps.onError(error)
        return []
      })
      this.notice(day, totals)
      const last = new Map(totals.map(({ network, visitors }) => [network, visitors]))
      for (const [network, visitors] of asked)
        for (const [i, tell] of visitors.entries()) {
          const total = last.get(network)
          tell(total === undefined ? undefined : total - visitors.length + 1 + i)
        }
    }
  }

  #raise(network: string, visitors: number): void {
    this.#given.set(network, Math.max(this.given(network), visitors))
    if (this.#given.size > MAX_NETWORKS) this.#given.delete(this.#given.keys().next().value as string)
  }
}
