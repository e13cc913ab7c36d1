import { DEFAULT_EVENT_QUOTA, type EventQuotaLimits } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import type { DayIntake, EventLog, IntakeCount } from '../../ports/event-log/event-log.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { QuotaPolicy } from '../errors.ts'
import { DAY_MS, dayOf } from './evidence-gate.ts'
import { atMost } from '../cache-limit.ts'

/** Anybody can send events without a key, so part of the quota is reserved for events with one. */
const KEYLESS_PART = 0.5

/** Share that every network may use: in offices and mobile networks, thousands of shoppers share one address. */
const NETWORK_PART = 0.05
/** Limit over all shops. The network that was not seen for the longest time is forgotten first. */
const MAX_NETWORKS = 100_000

export interface Spending {
  bytes: number
  isKeyless: boolean
  nowMs: number
  /** undefined for the shop's own servers, and if the sender's network is unknown. */
  network?: string | undefined
}

/**
 * Counts the events that visitors of each shop posted today (UTC). The storefront key is public: without a quota
 * anybody could fill the disk for all shops. Events count here before they are stored; the log's count adds those from
 * before a restart and from other nodes. A network may use as much as it leaves to others, so that nobody can use up a
 * shop's quota with the public key: a network that floods stops at half of what was left.
 */
export class EventQuota {
  #day = -1
  readonly #spent = new Map<ShopId, DayIntake>()
  readonly #networks = new LRUCache<string, IntakeCount>(atMost(MAX_NETWORKS))
  readonly #nodes: () => number

  /** `nodes` returns the number of nodes that take events, which share a network's limit equally. */
  constructor(nodes: () => number = () => 1) {
    this.#nodes = nodes
  }

  /** Counts the event and returns undefined, or counts nothing and returns the seconds until the next day. */
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

  /** Takes back an event that was a duplicate, or that the log could not store. */
  giveBack(shop: ShopId, spending: Spending): void {
    addToEach(this.#countsOf(shop, spending), { events: -1, bytes: -spending.bytes })
  }

  /** Raises the counts to the log's. Events count here first, so the larger count applies. */
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

/** `part` counts the events to which the limit applies: all, or those without a key. */
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

export async function noticeIntake(quota: EventQuota, log: Pick<EventLog, 'intakeOn'>, nowMs: number): Promise<void> {
  quota.notice(await log.intakeOn(dayOf(nowMs)), nowMs)
}
