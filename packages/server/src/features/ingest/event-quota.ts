import { DEFAULT_EVENT_QUOTA, type EventQuotaLimits } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import type { DayIntake, EventLog, IntakeCount } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { QuotaPolicy } from '../errors.ts'
import { DAY_MS, dayOf } from './evidence-gate.ts'
import { atMost } from '../cache-limit.ts'

/** Share of the quota for events without a key. Anybody can send them, so they must leave room for those with a key. */
const KEYLESS_PART = 0.5

/** Share of the quota that a network may always use: offices and mobile carriers have one for thousands of shoppers. */
const NETWORK_PART = 0.05
/** Networks counted over all shops; the one not seen for longest is forgotten first. */
const MAX_NETWORKS = 100_000

export interface Spending {
  bytes: number
  isKeyless: boolean
  nowMs: number
  /** undefined for the shop's own servers, and if the sender's network is unknown. */
  network?: string | undefined
}

/**
 * Counts the events that visitors of each shop posted today (UTC) against the quota. The storefront key is public:
 * without a quota anybody could fill the disk for all shops. Events are counted here before they are stored, and by
 * the log as they are stored; the log's count adds events from before a restart and from other nodes.
 *
 * Nobody may use up the shop's quota with the public key either: a network may use as much as it leaves to others, so a
 * network that floods stops at half of what was left when it began.
 */
export class EventQuota {
  #day = -1
  readonly #spent = new Map<ShopId, DayIntake>()
  readonly #networks = new LRUCache<string, IntakeCount>(atMost(MAX_NETWORKS))
  readonly #nodes: () => number

  /** `nodes` returns how many nodes take events: what a network may use of a shop's quota is divided among them. */
  constructor(nodes: () => number = () => 1) {
    this.#nodes = nodes
  }

  /** Counts the event and returns undefined, or counts nothing and returns the seconds left until the end of the day. */
  spend(shop: ShopId, spending: Spending, limits: EventQuotaLimits): number | undefined {
    const { bytes, isKeyless, nowMs } = spending
    const counts = this.#countsOf(shop, spending)
    const { all, part, network } = counts
    const most = isKeyless ? partOf(limits, KEYLESS_PART) : limits
    const isOver = exceeds(all, bytes, limits) || exceeds(part, bytes, most)
    if (isOver || (network && exceeds(network, bytes, leftToOne(most, part, this.#nodes()))))
      return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000)
    addToEach(counts, { events: 1, bytes })
    return undefined
  }

  /** Takes back the count of an event that was not stored after all: a duplicate, or one that the log could not store. */
  giveBack(shop: ShopId, spending: Spending): void {
    addToEach(this.#countsOf(shop, spending), { events: -1, bytes: -spending.bytes })
  }

  /** Raises the counts to the log's of today. Events count here before the log has them, so the larger applies. */
  notice(intake: ReadonlyMap<ShopId, DayIntake>, nowMs: number): void {
    for (const [shop, logged] of intake) {
      const today = this.#today(shop, nowMs)
      raise(today, logged)
      raise(today.keyless, logged.keyless)
    }
  }

  #countsOf(shop: ShopId, { isKeyless, nowMs, network }: Spending): Counts {
    const all = this.#today(shop, nowMs)
    const part = isKeyless ? all.keyless : all
    if (network === undefined) return { all, part }
    const key = `${shop} ${isKeyless} ${network}`
    const known = this.#networks.get(key) ?? { events: 0, bytes: 0 }
    this.#networks.set(key, known)
    return { all, part, network: known }
  }

  #today(shop: ShopId, nowMs: number): DayIntake {
    const day = dayOf(nowMs)
    if (day !== this.#day) {
      this.#day = day
      this.#spent.clear()
      this.#networks.clear()
    }
    let spent = this.#spent.get(shop)
    if (spent === undefined) {
      spent = { events: 0, bytes: 0, keyless: { events: 0, bytes: 0 } }
      this.#spent.set(shop, spent)
    }
    return spent
  }
}

/** `part` is what the event's limit applies to: all events, or those without a key. */
interface Counts {
  all: DayIntake
  part: IntakeCount
  network?: IntakeCount
}

function addToEach({ all, part, network }: Counts, more: IntakeCount): void {
  for (const count of new Set([all, part, network])) if (count) add(count, more)
}

export function dailyPolicy(limits: EventQuotaLimits = DEFAULT_EVENT_QUOTA, isKeyless: boolean): QuotaPolicy {
  const windowSeconds = DAY_MS / 1000
  return isKeyless
    ? { name: 'keyless-events', quota: partOf(limits, KEYLESS_PART).events_per_day, windowSeconds }
    : { name: 'events', quota: limits.events_per_day, windowSeconds }
}

export function partOf({ events_per_day, bytes_per_day }: EventQuotaLimits, share: number): EventQuotaLimits {
  const part = (whole: number) => Math.ceil(whole * share)
  return { events_per_day: part(events_per_day), bytes_per_day: part(bytes_per_day) }
}

/** Returns the maximum that one network may use on one node. */
function leftToOne(limits: EventQuotaLimits, { events, bytes }: IntakeCount, nodes: number): EventQuotaLimits {
  const always = partOf(limits, NETWORK_PART)
  const left = {
    events_per_day: Math.max(always.events_per_day, limits.events_per_day - events),
    bytes_per_day: Math.max(always.bytes_per_day, limits.bytes_per_day - bytes),
  }
  return partOf(left, 1 / nodes)
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
