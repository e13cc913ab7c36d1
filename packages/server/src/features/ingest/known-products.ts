import { LRUCache } from 'lru-cache'
import { readItemNumber } from '../../ports/record-store/item-number.ts'
import type { RecordStore, ShopId } from '../../ports/record-store/record-store.ts'

/** Products remembered of all shops together; most events name a few thousand. */
const MAX_REMEMBERED = 100_000

/** Which of the products that events name the catalog has. */
export class KnownProducts {
  readonly #store: Pick<RecordStore, 'hasProducts'>
  /** Products that existed once stay known: whoever sends events is not to blame for a later deletion. */
  readonly #known = new LRUCache<string, true>({ max: MAX_REMEMBERED })

  constructor(store: Pick<RecordStore, 'hasProducts'>) {
    this.#store = store
  }

  /** Each once. None where the catalog cannot be asked: events do not wait for it. */
  async missing(shop: ShopId, numbers: Iterable<number>): Promise<ReadonlySet<number>> {
    const asked = [...new Set(numbers)].filter((number) => !this.#known.has(`${shop} ${number}`))
    if (asked.length === 0) return NONE
    const stored = await this.#store.hasProducts(shop, asked).catch(() => asked.map(() => true))
    for (const [i, number] of asked.entries()) if (stored[i]) this.#known.set(`${shop} ${number}`, true)
    return new Set(asked.filter((_, i) => !stored[i]))
  }
}

const NONE: ReadonlySet<number> = new Set()

/** The ids as they were sent, of products by number. */
export function sentIds(body: unknown, numbers: ReadonlySet<number>): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
    else if (numbers.has(readItemNumber('product', value) ?? 0)) found.add(String(value))
  }
  visit(body)
  return [...found]
}
