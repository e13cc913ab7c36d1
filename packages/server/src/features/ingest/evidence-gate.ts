/**
 * Which events are evidence of what shoppers want. Whoever sends an event without a signature may have invented it, visitors and all; what
 * costs something is a network. So such events count by distinct visitors, and the visitors of one network by fewer and fewer of them:
 *
 *   visitors of a network on one day   1 … 12   13 … 1,000   1,001 …
 *   of them evidence                   all      12 more      none
 *
 * An office of a dozen testers teaches a small shop; a thousand events from one address move nothing that others do not support. Networks
 * are kept as hashes, with a key of their own for each day (UTC): how many visitors each had is stored for the day, so that a restart begins
 * with it and the nodes of a store count together. The log says of each event whether it was evidence, so that what is derived again comes out
 * the same.
 */
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

const DAY_MS = 86_400_000
/** Visitors of a network that are all evidence. Fewer would not let a merchant try his own shop. */
export const FREE_VISITORS = 12
/** Beyond it a network brings no evidence for the rest of the day. */
const MAX_VISITORS = 1000
/** Networks and acts that are remembered at a time, over all shops; those seen first are forgotten first. */
const MAX_REMEMBERED = 200_000

interface Network {
  /** True for a visitor whose events are evidence; keyed by visitor. */
  visitors: Map<string, boolean>
  /** Visitors of other nodes, and of this one before it was started. */
  others: number
  /** How many of this node's have been stored. */
  stored: number
}

/** Visitors of a network on one day. */
export interface NetworkCount {
  network: string
  visitors: number
}

export class EvidenceGate {
  readonly #keyOf: (day: number) => Uint8Array
  #day = -1
  #key: Uint8Array = new Uint8Array()
  #networks = new Map<string, Network>()
  /** Networks with visitors that are not stored. */
  #fresh = new Map<string, Network>()
  /** Acts of visitors today: repeating one adds no evidence. */
  #acts = new Set<string>()

  /** `keyOf`: what a day's hashes are made with, the same on every node. */
  constructor(keyOf: (day: number) => Uint8Array) {
    this.#keyOf = keyOf
  }

  /** Answers the visitors that are new since the last call, to be stored. */
  takeNew(): { day: number; counts: NetworkCount[] } {
    const counts = [...this.#fresh].map(([network, one]) => ({ network, visitors: one.visitors.size - one.stored }))
    for (const one of this.#fresh.values()) one.stored = one.visitors.size
    this.#fresh.clear()
    return { day: this.#day, counts }
  }

  /** Totals of the day, over all nodes. */
  notice(day: number, counts: readonly NetworkCount[]): void {
    this.#beginDay(day)
    if (day !== this.#day) return
    for (const { network, visitors } of counts) {
      const known = this.#network(network)
      known.others = Math.max(known.others, visitors - known.stored)
    }
  }

  /** Answers whether the event is evidence, and notes that it came. `address`: undefined where it is not known, or says nothing. */
  admits(shop: ShopId, event: ShopEvent, address: string | undefined): boolean {
    if (event.trust === 'signed') return true
    const visitor = event.visitorId ?? event.clientId ?? event.sessionId
    if (visitor === undefined) return false
    this.#beginDay(dayOf(event.receivedAtMs))
    const network = address === undefined ? undefined : networkOf(address)
    if (network !== undefined && !this.#admitsVisitor(`${shop} ${network}`, visitor)) return false
    return this.#isFirst(`${shop} ${visitor} ${actOf(event)}`)
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

  #isFirst(act: string): boolean {
    const hash = this.#hash(act)
    if (this.#acts.has(hash)) return false
    this.#acts.add(hash)
    if (this.#acts.size > MAX_REMEMBERED) this.#acts.delete(this.#acts.values().next().value as string)
    return true
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 16)
  }

  /** Days only go on: what comes late from the one before counts with today's. */
  #beginDay(day: number): void {
    if (day <= this.#day) return
    this.#day = day
    this.#key = this.#keyOf(day)
    this.#networks = new Map()
    this.#fresh = new Map()
    this.#acts = new Set()
  }
}

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** Evidence of `count` visitors: all up to the free ones, then 12 (1 - 12/count) more, so never more than twice as many. */
function evidenceOf(count: number): number {
  return count <= FREE_VISITORS ? count : FREE_VISITORS + FREE_VISITORS * (1 - FREE_VISITORS / count)
}

function isWholeStep(count: number): boolean {
  return Math.floor(evidenceOf(count)) > Math.floor(evidenceOf(count - 1))
}

/** An order is one a day, whatever is in it; all else is one a product, and a query where there is one. */
function actOf({ action, lines, query = '' }: ShopEvent): string {
  return action === 'order' ? action : `${action} ${query} ${lines.map(({ productId }) => productId).join()}`
}

/**
 * An IPv4 network of 24 bits, an IPv6 network of 48. undefined: an address within a machine or a building, which is that of a proxy whose
 * word is not taken (`VITRINE_TRUSTED_PROXIES`), and would make one network of all shoppers.
 */
export function networkOf(address: string): string | undefined {
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
  if (/^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(plain)) return undefined
  if (!isIPv6(plain)) return plain.split('.').slice(0, 3).join('.')
  if (/^(::1$|f[cd]|fe[89ab])/i.test(plain)) return undefined
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - (tail === '' ? 0 : tail.split(':').length)
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail?.split(':') ?? [])]
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/48`
}
