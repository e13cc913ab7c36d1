/**
 * Decides which events are evidence of what shoppers want. Anybody can invent unsigned events, including visitors;
 * only networks are costly to get. So unsigned events count by distinct visitors, and the more visitors a network has,
 * the fewer of them count:
 *
 * visitors of a network on one day   1 … 12   13 … 1,000   1,001 …
 * of them evidence                   all      12 more      none
 *
 * A visitor counts once a day for an order, and otherwise once for each product, and for each query if there is one. A
 * list with a product that already counted is no evidence, because its other places would be wrong without it; of the
 * products that a section showed, those that are new count.
 *
 * An office of a dozen testers can teach a small shop, but a thousand events from one address change nothing without
 * support from others. Networks are stored as hashes, with a new key for each day (UTC). The visitor count of each
 * network is stored for the day, so that it survives a restart and the nodes of a store count together. The log
 * records for each event whether it was evidence, so that deriving again gives the same result.
 */
import { createHmac } from 'node:crypto'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { addressMatch, networkOf } from '../platform/addresses.ts'

export const DAY_MS = 86_400_000
/** All visitors of a network count as evidence up to this number. With fewer, merchants could not try their own shop. */
export const FREE_VISITORS = 12
/** Beyond this, a network gives no more evidence for the rest of the day. */
const MAX_VISITORS = 1000
/** Maximum number of networks, and of acts, remembered over all shops; the oldest are forgotten first. */
const MAX_REMEMBERED = 200_000

const LISTS: ReadonlySet<string> = new Set(['surface_render', 'surface_view'])
const NO_EVIDENCE = { teaches: false } as const

interface Network {
  /** True for visitors whose events are evidence. */
  visitors: Map<string, boolean>
  /** Visitors seen by other nodes, and by this one before it started. */
  others: number
  /** How many of this node's visitors are stored. */
  stored: number
}

export interface NetworkCount {
  network: string
  visitors: number
}

export class EvidenceGate {
  readonly #keyOf: (day: number) => Uint8Array
  #day = -1
  #key: Uint8Array = new Uint8Array()
  #networks = new Map<string, Network>()
  /** Networks with visitors that are not stored yet. */
  #fresh = new Map<string, Network>()
  /** The deeds of each visitor today, by product: doing the same again adds no evidence. */
  #acts = new Set<string>()
  /** The same for lists, which hold many products: they must not push out orders and clicks. */
  #listed = new Set<string>()

  /** `keyOf` returns a day's hash key, which is the same on every node. */
  constructor(keyOf: (day: number) => Uint8Array) {
    this.#keyOf = keyOf
  }

  /** Returns the visitor counts that are new since the last call, to be stored. */
  takeNew(): { day: number; counts: NetworkCount[] } {
    const counts = [...this.#fresh].map(([network, one]) => ({ network, visitors: one.visitors.size - one.stored }))
    for (const one of this.#fresh.values()) one.stored = one.visitors.size
    this.#fresh.clear()
    return { day: this.#day, counts }
  }

  /** `counts` are the day's visitor totals over all nodes. */
  notice(day: number, counts: readonly NetworkCount[]): void {
    this.#beginDay(day)
    if (day !== this.#day) return
    for (const { network, visitors } of counts) {
      const known = this.#network(network)
      known.others = Math.max(known.others, visitors - known.stored)
    }
  }

  /** Returns what of the event is evidence, and records it. `address` is undefined if it is unknown or unusable. */
  judge(shop: ShopId, event: ShopEvent, address: string | undefined): Pick<ShopEvent, 'teaches' | 'repeats'> {
    if (event.trust === 'signed') return {}
    const visitor = event.visitorId ?? event.clientId ?? event.sessionId
    if (visitor === undefined) return NO_EVIDENCE
    this.#beginDay(dayOf(event.receivedAtMs))
    const network = address === undefined ? undefined : evidenceNetwork(address)
    if (network !== undefined && !this.#admitsVisitor(`${shop} ${network}`, visitor)) return NO_EVIDENCE
    const who = this.#hash(`${shop} ${visitor} ${event.action} ${event.query ?? ''}`)
    const products = event.action === 'order' ? [] : [...new Set(event.lines.map(({ productId }) => productId))]
    const acts = LISTS.has(event.action) ? this.#listed : this.#acts
    if (products.length === 0) return isFirst(acts, who) ? {} : NO_EVIDENCE
    const repeats = products.filter((product) => !isFirst(acts, `${who} ${product}`))
    if (repeats.length === 0) return {}
    return event.action === 'surface_view' && repeats.length < products.length ? { repeats } : NO_EVIDENCE
  }

  #admitsVisitor(network: string, visitor: string): boolean {
    const hash = this.#hash(network)
    const one = this.#network(hash)
    const key = this.#hash(visitor)
    const known = one.visitors.get(key)
    if (known !== undefined) return known
    const count = one.visitors.size + one.others
    if (count >= MAX_VISITORS) return false
    const isEvidence = isWholeStep(count + 1)
    one.visitors.set(key, isEvidence)
    this.#fresh.set(hash, one)
    return isEvidence
  }

  #network(hash: string): Network {
    const known = this.#networks.get(hash)
    if (known) return known
    const made: Network = { visitors: new Map(), others: 0, stored: 0 }
    this.#networks.set(hash, made)
    if (this.#networks.size > MAX_REMEMBERED) this.#networks.delete(this.#networks.keys().next().value as string)
    return made
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 16)
  }

  /** The day only moves forward: a late event from the day before counts for today. */
  #beginDay(day: number): void {
    if (day <= this.#day) return
    this.#day = day
    this.#key = this.#keyOf(day)
    this.#networks = new Map()
    this.#fresh = new Map()
    this.#acts = new Set()
    this.#listed = new Set()
  }
}

/** Days since 1970, UTC. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

function isFirst(acts: Set<string>, act: string): boolean {
  if (acts.has(act)) return false
  acts.add(act)
  if (acts.size > MAX_REMEMBERED) acts.delete(acts.values().next().value as string)
  return true
}

/** All of the first 12 visitors, then 12 (1 - 12/count) more, so always fewer than 24. */
function evidenceOf(count: number): number {
  return count <= FREE_VISITORS ? count : FREE_VISITORS + FREE_VISITORS * (1 - FREE_VISITORS / count)
}

function isWholeStep(count: number): boolean {
  return Math.floor(evidenceOf(count)) > Math.floor(evidenceOf(count - 1))
}

const isPrivate = addressMatch([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
])

/**
 * The /24 network of an IPv4 address or the /48 network of an IPv6 address. undefined for a loopback or private
 * address: that is a proxy which is not trusted (`VITRINE_TRUSTED_PROXIES`), and it would turn all shoppers into one
 * network.
 */
export function evidenceNetwork(address: string): string | undefined {
  return isPrivate(address) ? undefined : networkOf(address, { v4Bytes: 3, v6Groups: 3 })
}
