/**
 * Decides which events are evidence of what shoppers want. Anybody can invent unsigned events, including visitors;
 * only networks are costly to get. So unsigned events count by distinct visitors, and the more visitors a network has,
 * the fewer of them count:
 *
 * visitors of a network on one day   1 … 12   13 … 1,000   1,001 …
 * of them evidence                   all      11 more      none
 *
 * A visitor counts once a day for an order, and otherwise once for each product, and for each query if there is one. A
 * list with a product that already counted is no evidence, because its other places would be wrong without it; of the
 * products that a section showed, those that are new count. A visitor who comes to two nodes of a store, or to one that
 * was restarted, takes another ordinal of the network's day, so that no number of nodes makes more evidence of a network.
 *
 * An office of a dozen testers can teach a small shop, but a thousand events from one address change nothing without
 * support from others. Networks are stored as hashes, with a new key for each day (UTC), and removed with the day. The
 * log records for each event whether it was evidence, so that deriving again gives the same result.
 */
import { createHmac, hash } from 'node:crypto'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { CustomerProof } from '../identity/customer-verification.ts'
import { addressMatch, networkOf } from '../platform/addresses.ts'
import type { NetworkSequences } from './network-sequences.ts'

export const DAY_MS = 86_400_000
/** Merchants must be able to try their own shop, so this many visitors of a network always count. */
export const FREE_VISITORS = 12
/** A network with more visitors gives no further evidence that day. */
const MAX_VISITORS = 1000
/** Limit over all shops. The oldest visitors and acts are forgotten first. */
const MAX_REMEMBERED = 200_000

const LISTS: ReadonlySet<string> = new Set(['surface_render', 'surface_view'])
const NO_EVIDENCE = { teaches: false } as const

type Verdict = Pick<ShopEvent, 'teaches' | 'repeats'>

export class EvidenceGate {
  readonly #keyOf: (day: number) => Uint8Array
  readonly #sequences: NetworkSequences
  #day = -1
  #key: Uint8Array = new Uint8Array()
  /** True if the visitor's events are evidence today. */
  #visitors = new Map<string, boolean | Promise<boolean>>()
  /** Today's actions by visitor and product. Repetitions add no evidence. */
  #acts = new Set<string>()
  /** Products of lists, kept apart because they are so many that they would push out orders and clicks. */
  #listed = new Set<string>()

  /** `keyOf` returns a day's hash key, the same on every node. */
  constructor(keyOf: (day: number) => Uint8Array, sequences: NetworkSequences) {
    this.#keyOf = keyOf
    this.#sequences = sequences
  }

  /** Records the event and returns what part of it is evidence. `address` is undefined if unknown. */
  async judge(shop: ShopId, event: ShopEvent, address: string | undefined): Promise<Verdict> {
    if (event.trust === 'signed') return {}
    const visitor = event.visitorId ?? event.clientId ?? event.sessionId
    if (visitor === undefined) return NO_EVIDENCE
    this.#beginDay(dayOf(event.receivedAtMs))
    const network = address === undefined ? undefined : evidenceNetwork(address)
    if (network !== undefined && !(await this.#admitsVisitor(`${shop} ${network}`, visitor))) return NO_EVIDENCE
    return this.#judgeActs(`${shop} ${visitor}`, event)
  }

  #judgeActs(visitor: string, { action, query = '', lines }: ShopEvent): Verdict {
    const who = shortened(`${visitor} ${action} ${query}`)
    const products = action === 'order' ? [] : [...new Set(lines.map(({ productId }) => productId))]
    const acts = LISTS.has(action) ? this.#listed : this.#acts
    if (products.length === 0) return isFirst(acts, who) ? {} : NO_EVIDENCE
    const repeats = products.filter((product) => !isFirst(acts, `${who} ${product}`))
    if (repeats.length === 0) return {}
    return action === 'surface_view' && repeats.length < products.length ? { repeats } : NO_EVIDENCE
  }

  #admitsVisitor(name: string, visitor: string): boolean | Promise<boolean> {
    const network = this.#networkHash(name)
    const key = shortened(`${network} ${visitor}`)
    const known = this.#visitors.get(key)
    if (known !== undefined) return known
    if (this.#sequences.given(network) >= MAX_VISITORS) return false
    const ordinal = this.#sequences.take(network)
    const isAdmitted =
      typeof ordinal === 'number' ? addsEvidence(ordinal) : ordinal.then((one) => this.#decide(key, one))
    this.#visitors.set(key, isAdmitted)
    if (this.#visitors.size > MAX_REMEMBERED) this.#visitors.delete(this.#visitors.keys().next().value as string)
    return isAdmitted
  }

  /** Without an ordinal from the store, the visitor's next event asks again. */
  #decide(key: string, ordinal: number | undefined): boolean {
    const isAdmitted = ordinal !== undefined && addsEvidence(ordinal)
    if (ordinal === undefined) this.#visitors.delete(key)
    else this.#visitors.set(key, isAdmitted)
    return isAdmitted
  }

  #networkHash(name: string): string {
    return createHmac('sha256', this.#key).update(name).digest('base64url').slice(0, 16)
  }

  /** The day only moves forward: a late event counts for today. */
  #beginDay(day: number): void {
    if (day <= this.#day) return
    this.#day = day
    this.#key = this.#keyOf(day)
    this.#sequences.beginDay(day)
    this.#visitors = new Map()
    this.#acts = new Set()
    this.#listed = new Set()
  }
}

interface Sender {
  address?: string | undefined
  proof: Pick<CustomerProof, 'isServerSide'>
}

/** Returns undefined for the shop's own servers and for unknown addresses. */
export function networkOfShopper({ address, proof }: Sender): string | undefined {
  return address === undefined || proof.isServerSide ? undefined : evidenceNetwork(address)
}

/** Used for keys in memory only: a keyed hash would be twenty times slower. */
function shortened(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

function isFirst(acts: Set<string>, act: string): boolean {
  if (acts.has(act)) return false
  acts.add(act)
  if (acts.size > MAX_REMEMBERED) acts.delete(acts.values().next().value as string)
  return true
}

/** All of the first 12 visitors count. Of more, 12 + 12·(1 − 12/count) do, which is always below 24. */
function evidenceOf(count: number): number {
  return count <= FREE_VISITORS ? count : FREE_VISITORS + FREE_VISITORS * (1 - FREE_VISITORS / count)
}

function addsEvidence(count: number): boolean {
  return count <= MAX_VISITORS && Math.floor(evidenceOf(count)) > Math.floor(evidenceOf(count - 1))
}

const isPrivate = addressMatch([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
])

/** Returns undefined for a private address, which belongs to an untrusted proxy. */
export function evidenceNetwork(address: string): string | undefined {
  return isPrivate(address) ? undefined : networkOf(address, { v4Bytes: 3, v6Groups: 3 })
}
