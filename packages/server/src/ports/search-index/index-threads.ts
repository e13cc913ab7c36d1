import { type IndexTaskRunner, IndexThread } from './index-thread.ts'
import { doIndexTask } from './index-work.ts'

/** Indexing so few products takes less time than a round trip to another thread. */
const INLINE_PRODUCTS = 64
/** The quick thread indexes up to this many products, so that changes are found within a second even during merges. */
const QUICK_PRODUCTS = 5000

/** Distributes work by size, so that small shops and changes never queue behind merges of a large shop. */
export class IndexThreads {
  readonly #quick = new IndexThread()
  readonly #slow = new IndexThread()

  for(productCount: number): IndexTaskRunner {
    if (productCount <= INLINE_PRODUCTS) return inline
    return productCount <= QUICK_PRODUCTS ? this.#quick : this.#slow
  }

  /** Starts the quick thread, so that the first large change need not wait. */
  warmUp(productCount: number): void {
    if (productCount > INLINE_PRODUCTS) this.#quick.start()
  }

  async close(): Promise<void> {
    await Promise.all([this.#quick.close(), this.#slow.close()])
  }
}

const inline: IndexTaskRunner = {
  run: async (task) => doIndexTask(task) as never,
}
