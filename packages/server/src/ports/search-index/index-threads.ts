import { type IndexTaskRunner, IndexThread } from './index-thread.ts'
import { doIndexTask } from './index-work.ts'

/** Up to this many products are worked on where the call is: a few milliseconds, less than the way to a thread and back. */
const INLINE_PRODUCTS = 64
/** Up to this many go to the quick thread, which is never busy for long: a change is found within a second, whatever is merged. */
const QUICK_PRODUCTS = 5000

/** Who does index work, by its size: small shops and small changes never queue behind the merges of a large shop. */
export class IndexThreads {
  readonly #quick = new IndexThread()
  readonly #slow = new IndexThread()

  for(productCount: number): IndexTaskRunner {
    if (productCount <= INLINE_PRODUCTS) return inline
    return productCount <= QUICK_PRODUCTS ? this.#quick : this.#slow
  }

  /** Starts the quick thread beside a shop that will need it: the first large change must not wait for it to load its code. */
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
