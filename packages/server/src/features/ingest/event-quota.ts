import type { EventQuotaLimits } from '@vitrine/contract'
import type { ShopId } from '../../ports/record-store/record-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface Spent {
  events: number
  bytes: number
}

/**
 * What each shop has stored of events today (UTC), against what it may. The storefront key is public: without a quota anybody
 * can fill the disk of everybody. Counted by each process for itself, and from nothing after a restart.
 */
export class EventQuota {
  #day = -1
  readonly #spent = new Map<ShopId, Spent>()

  /** Counts the event and answers undefined, or counts nothing and answers how many seconds are left of the day. */
  spend(shop: ShopId, bytes: number, limits: EventQuotaLimits, nowMs: number): number | undefined {
    const spent = this.#today(shop, nowMs)
    if (spent.events + 1 > limits.events_per_day || spent.bytes + bytes > limits.bytes_per_day) {
      return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000)
    }
    spent.events++
    spent.bytes += bytes
    return undefined
  }

  #today(shop: ShopId, nowMs: number): Spent {
    const day = Math.floor(nowMs / DAY_MS)
    if (day !== this.#day) {
      this.#day = day
      this.#spent.clear()
    }
    let spent = this.#spent.get(shop)
    if (spent === undefined) {
      spent = { events: 0, bytes: 0 }
      this.#spent.set(shop, spent)
    }
    return spent
  }
}
