import type { EventQuotaLimits } from '@vitrine/contract'
import type { DayIntake, EventLog } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * What visitors of each shop posted today (UTC), against what they may. The storefront key is public: without a quota anybody can
 * fill the disk of everybody. Counted here before an event is stored, and by the log with it: what the log counted is noticed after a
 * restart, and of other nodes.
 */
export class EventQuota {
  #day = -1
  readonly #spent = new Map<ShopId, DayIntake>()

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

  /** The event was not stored after all: known already, or the log could not take it. */
  giveBack(shop: ShopId, bytes: number, nowMs: number): void {
    const spent = this.#today(shop, nowMs)
    spent.events = Math.max(0, spent.events - 1)
    spent.bytes = Math.max(0, spent.bytes - bytes)
  }

  /** What the log says it took in today. Events on their way to it are counted here alone, so the larger count holds. */
  notice(intake: ReadonlyMap<ShopId, DayIntake>, nowMs: number): void {
    for (const [shop, { events, bytes }] of intake) {
      const spent = this.#today(shop, nowMs)
      spent.events = Math.max(spent.events, events)
      spent.bytes = Math.max(spent.bytes, bytes)
    }
  }

  #today(shop: ShopId, nowMs: number): DayIntake {
    const day = dayOf(nowMs)
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

/** What was taken in today before this process started, or by other nodes, counts against the quotas. */
export async function noticeIntake(quota: EventQuota, log: Pick<EventLog, 'intakeOn'>, nowMs: number): Promise<void> {
  quota.notice(await log.intakeOn(dayOf(nowMs)), nowMs)
}

/** Days since 1970, UTC. */
function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS)
}
