/**
 * Which events are evidence of what shoppers want. Whoever sends an event without a signature may have invented it, visitors and all; what
 * costs something is a network. So such events count by distinct visitors, and the visitors of one network by fewer and fewer of them:
 *
 *   visitors of a network on one day   1 … 12   13 … 1,000   1,001 …
 *   of them evidence                   all      12 more      none
 *
 * An office of a dozen testers teaches a small shop; a thousand events from one address move nothing that others do not support. Networks
 * are held in memory, as keyed hashes, until the day (UTC) is over: the key is drawn anew each day and by each process, and nothing of it
 * is stored. The log says of each event whether it was evidence, so that what is derived again comes out the same.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

const DAY_MS = 86_400_000
/** Visitors of a network that are all evidence. Fewer would not let a merchant try his own shop. */
export const FREE_VISITORS = 12
/** Beyond it a network brings no evidence for the rest of the day. */
const MOST_VISITORS = 1000
/** Networks and acts that are remembered at a time, over all shops; those seen first are forgotten first. */
const MOST_REMEMBERED = 200_000

interface Network {
  /** By visitor: whether its events are evidence. */
  visitors: Map<string, boolean>
}

export class EvidenceGate {
  #day = -1
  #key = randomBytes(16)
  #networks = new Map<string, Network>()
  /** What a visitor has done today: once more is no more evidence. */
  #acts = new Set<string>()

  /** Whether the event is evidence; notes that it came. `address`: undefined where it is not known, or says nothing. */
  admits(shop: ShopId, event: ShopEvent, address: string | undefined): boolean {
    if (event.trust === 'signed') return true
    const visitor = event.visitorId ?? event.clientId ?? event.sessionId
    if (visitor === undefined) return false
    this.#beginDay(event.receivedAtMs)
    const network = address === undefined ? undefined : networkOf(address)
    if (network !== undefined && !this.#admitsVisitor(`${shop} ${network}`, visitor)) return false
    return this.#isFirst(`${shop} ${visitor} ${actOf(event)}`)
  }

  #admitsVisitor(network: string, visitor: string): boolean {
    const { visitors } = this.#network(this.#hash(network))
    const key = this.#hash(visitor)
    const known = visitors.get(key)
    if (known !== undefined) return known
    if (visitors.size >= MOST_VISITORS) return false
    const isEvidence = isWholeStep(visitors.size + 1)
    visitors.set(key, isEvidence)
    return isEvidence
  }

  #network(hash: string): Network {
    const known = this.#networks.get(hash)
    if (known) return known
    const made: Network = { visitors: new Map() }
    this.#networks.set(hash, made)
    if (this.#networks.size > MOST_REMEMBERED) this.#networks.delete(this.#networks.keys().next().value as string)
    return made
  }

  #isFirst(act: string): boolean {
    const hash = this.#hash(act)
    if (this.#acts.has(hash)) return false
    this.#acts.add(hash)
    if (this.#acts.size > MOST_REMEMBERED) this.#acts.delete(this.#acts.values().next().value as string)
    return true
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 16)
  }

  #beginDay(nowMs: number): void {
    const day = Math.floor(nowMs / DAY_MS)
    if (day === this.#day) return
    this.#day = day
    this.#key = randomBytes(16)
    this.#networks = new Map()
    this.#acts = new Set()
  }
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
