/** Tests daily, for each shop in memory, whether SLIST improves recommendations for recent visits. */
import { chooseSlist } from '@vitrine/recommend'
import type { RecommendModels } from '../features/recommend/models/recommend-models.ts'

export interface RefineDeps {
  models: RecommendModels
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
      for (const shop of this.#deps.models.shops) {
        if (this.#stopped) return
        await chooseSlist(this.#deps.models.of(shop).ranker, breathe)
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

function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
