/** After an erasure, new models learn the log while the old ones are in use, because sums cannot be corrected. */
import { judgeEvidence, type JudgeStore } from './derive-events/judge-clicks.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import type { ErasedShopper, EventConsumer, Relearned } from '../ports/event-log/event-consumer.ts'
import type { EventLog } from '../ports/event-log/event-log.ts'
import type { ShopEvent } from '../ports/event-log/shop-event.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'

export interface RelearnDeps {
  log: Pick<EventLog, 'readBodies'>
  store: JudgeStore & Pick<DerivedStore, 'erasureEpoch'>
  consumers: readonly EventConsumer[]
}

interface Attempt {
  models: Relearned[]
  reached: number
  /** Erasure epoch before the first event was read. */
  epoch: number | undefined
  /** The new models may contain another shopper who was erased meanwhile, so learning starts again. */
  again: boolean
}

interface LearntAgain {
  reached: number
  epoch: number
  isClean: boolean
}

const FED_AT_ONCE = 100

export class ModelRelearning {
  readonly #deps: RelearnDeps
  readonly #attempts = new Map<ShopId, Attempt>()

  constructor(deps: RelearnDeps) {
    this.#deps = deps
  }

  get pending(): ReadonlySet<ShopId> {
    return new Set(this.#attempts.keys())
  }

  /** Starts after an attempt in progress, so that frequent erasures do not prevent attempts from finishing. */
  begin(shop: ShopId, shopper: ErasedShopper): void {
    const attempt = this.#attempts.get(shop)
    if (!attempt) {
      this.#attempts.set(shop, this.#attempt(shop))
      return
    }
    attempt.again = attempt.reached > 0
    for (const model of attempt.models) model.erase?.(shopper)
  }

  forget(shop: ShopId): void {
    this.#attempts.delete(shop)
  }

  /** At the end of the log, puts the new models into use and returns the result. */
  async step(shop: ShopId, count: number): Promise<LearntAgain | undefined> {
    const attempt = this.#attempts.get(shop)
    if (!attempt) return undefined
    attempt.epoch ??= await this.#deps.store.erasureEpoch(shop)
    const { offsets, bodies, isLast } = await this.#deps.log.readBodies(shop, attempt.reached, count)
    const lines = offsets.length === 0 ? [] : bodies.split('\n')
    for (let from = 0; from < lines.length; from += FED_AT_ONCE) {
      const read = lines
        .slice(from, from + FED_AT_ONCE)
        .map((line, i) => ({ offset: offsets[from + i]!, event: JSON.parse(line) as ShopEvent }))
      const events = (await judgeEvidence(this.#deps.store, shop, read)).map(({ event }) => event)
      for (const model of attempt.models) model.consume(events)
      // Serves requests in between.
      await new Promise(setImmediate)
    }
    attempt.reached = offsets.at(-1) ?? attempt.reached
    return isLast ? this.#adopt(shop, attempt) : undefined
  }

  #adopt(shop: ShopId, { models, reached, epoch = 0, again }: Attempt): LearntAgain {
    for (const model of models) model.adopt()
    if (again) this.#attempts.set(shop, this.#attempt(shop))
    else this.#attempts.delete(shop)
    return { reached, epoch, isClean: !again }
  }

  #attempt(shop: ShopId): Attempt {
    return {
      models: this.#deps.consumers.map((consumer) => consumer.relearn(shop)),
      reached: 0,
      epoch: undefined,
      again: false,
    }
  }
}
