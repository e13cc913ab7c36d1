import { DEFAULT_EVENT_QUOTA, type EventQuotaLimits } from '@vitrine/contract'
import type { DayIntake, EventLog, IntakeCount } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { QuotaPolicy } from '../errors.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Share of a day's quota for events without a key: anybody can send them, so they must leave room for events with a key. */
const KEYLESS_PART = 0.5

export interface Spending {
  bytes: number
  isKeyless: boolean
  nowMs: number
}

/**
 * Counts the events that visitors of each shop posted today (UTC) against the quota. The storefront key is public:
 * without a quota anybody could fill the disk for all shops. Events are counted here before they are stored, and by
 * the log as they are stored; the log's count adds events from before a restart and from other nodes.
 */
export class EventQuota {
  #day = -1
  readonly #spent = new Map<ShopId, DayIntake>()

  /** Counts the event and returns undefined, or counts nothing and returns the seconds left until the end of the day. */
  spend(shop: ShopId, { bytes, isKeyless, nowMs }: Spending, limits: EventQuotaLimits): number | undefined {
    const today = this.#today(shop, nowMs)
    if (exceeds(today, bytes, limits) || (isKeyless && exceeds(today.keyless, bytes, keylessPart(limits))))
      return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000)
    for (const spent of isKeyless ? [today, today.keyless] : [today]) add(spent, { events: 1, bytes })
    return undefined
  }

  /** Takes back the count of an event that was not stored after all: a duplicate, or one that the log could not store. */
  giveBack(shop: ShopId, { bytes, isKeyless, nowMs }: Spending): void {
    const today = this.#today(shop, nowMs)
    for (const spent of isKeyless ? [today, today.keyless] : [today]) add(spent, { events: -1, bytes: -bytes })
  }

  /** Raises the counts to what the log received today. Events still on their way to the log are counted only here, so the larger count applies. */
  notice(intake: ReadonlyMap<ShopId, DayIntake>, nowMs: number): void {
    for (const [shop, logged] of intake) {
      const today = this.#today(shop, nowMs)
      raise(today, logged)
      raise(today.keyless, logged.keyless)
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
      spent = { events: 0, bytes: 0, keyless: { events: 0, bytes: 0 } }
      this.#spent.set(shop, spent)
    }
    return spent
  }
}

export function dailyPolicy(limits: EventQuotaLimits = DEFAULT_EVENT_QUOTA, isKeyless: boolean): QuotaPolicy {
  const windowSeconds = DAY_MS / 1000
  return isKeyless
    ? { name: 'keyless-events', quota: keylessPart(limits).events_per_day, windowSeconds }
    : { name: 'events', quota: limits.events_per_day, windowSeconds }
}

function keylessPart({ events_per_day, bytes_per_day }: EventQuotaLimits): EventQuotaLimits {
  const part = (whole: number) => Math.ceil(whole * KEYLESS_PART)
  return { events_per_day: part(events_per_day), bytes_per_day: part(bytes_per_day) }
}

function exceeds({ events, bytes }: IntakeCount, more: number, limits: EventQuotaLimits): boolean {
  return events + 1 > limits.events_per_day || bytes + more > limits.bytes_per_day
}

function add(spent: IntakeCount, { events, bytes }: IntakeCount): void {
  spent.events = Math.max(0, spent.events + events)
  spent.bytes = Math.max(0, spent.bytes + bytes)
}

function raise(spent: IntakeCount, { events, bytes }: IntakeCount): void {
  spent.events = Math.max(spent.events, events)
  spent.bytes = Math.max(spent.bytes, bytes)
}

/** Counts events received today before this process started, or by other nodes, against the quotas. */
export async function noticeIntake(quota: EventQuota, log: Pick<EventLog, 'intakeOn'>, nowMs: number): Promise<void> {
  quota.notice(await log.intakeOn(dayOf(nowMs)), nowMs)
}

/** Days since 1970, UTC. */
function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS)
}
