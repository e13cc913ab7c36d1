/** Once a day, shop by shop: lets SLIST prove itself on the shop's recent visits. */
import { chooseSlist } from '@vitrine/recommend'
import type { RecommendModels } from '../features/recommend/models/recommend-models.ts'

export interface RefineDeps {
  models: RecommendModels
  listShops: () => Promise<readonly { id: string }[]>
  onError: (error: unknown, during: string) => void
}

const DAY_MS = 86_400_000

export class RefineModels {
  readonly #deps: RefineDeps
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(deps: RefineDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => void this.runOnce(), DAY_MS).unref()
  }

  async runOnce(): Promise<void> {
    try {
      for (const { id } of await this.#deps.listShops()) {
        if (this.#stopped) return
        await chooseSlist(this.#deps.models.of(id).ranker, breathe)
      }
    } catch (error) {
      this.#deps.onError(error, 'refining the models')
    }
  }

  stop(): void {
    this.#stopped = true
    clearInterval(this.#timer)
  }
}

/** Requests that wait are answered before the work goes on. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
