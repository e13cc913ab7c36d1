/** Runs long checks in the background. A request gets the last findings, and waits a moment for a check in progress. */
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'

export interface Findings<Found> {
  found: readonly Found[]
  /** null if no check has finished yet. */
  atMs: number | null
  /** False if something has changed since; the check is then repeated. */
  isCurrent: boolean
}

export interface FindingsDeps<Found> {
  look(shop: Shop): Promise<readonly Found[]>
  /** The findings are valid while this result stays the same. */
  basisOf(shop: Shop): Promise<string>
  maxAgeMs: number
  clock: () => number
  onError: (error: unknown) => void
  patienceMs?: number
}

interface Kept<Found> {
  found: readonly Found[]
  basis: string
  atMs: number
  tookMs: number
}

const MAX_SHOPS = 500
/** A screen must answer within 300 ms. */
const PATIENCE_MS = 150
/** Pause after a check, in multiples of its duration, so that checks take at most a twentieth of a core per shop. */
const REST = 19

export class BackgroundFindings<Found> {
  readonly #deps: FindingsDeps<Found>
  readonly #kept = new LRUCache<ShopId, Kept<Found>>({ max: MAX_SHOPS })
  readonly #looking = new Map<ShopId, Promise<void>>()

  constructor(deps: FindingsDeps<Found>) {
    this.#deps = deps
  }

  async of(shop: Shop): Promise<Findings<Found>> {
    const answer = await this.#known(shop)
    if (answer.isCurrent) return answer
    const looking = this.#look(shop)
    if (!looking) return answer
    await Promise.race([looking, pause(this.#deps.patienceMs ?? PATIENCE_MS, undefined, { ref: false })])
    return this.#known(shop)
  }

  async current(shop: Shop): Promise<Findings<Found>> {
    await this.#looking.get(shop.id)
    const known = await this.#known(shop)
    if (known.isCurrent) return known
    await this.#begin(shop)
    return this.#known(shop)
  }

  async #known(shop: Shop): Promise<Findings<Found>> {
    const basis = await this.#deps.basisOf(shop)
    const kept = this.#kept.get(shop.id)
    if (!kept) return { found: [], atMs: null, isCurrent: false }
    const isCurrent = kept.basis === basis && this.#deps.clock() - kept.atMs < this.#deps.maxAgeMs
    return { found: kept.found, atMs: kept.atMs, isCurrent }
  }

  #look(shop: Shop): Promise<void> | undefined {
    const kept = this.#kept.get(shop.id)
    const isResting = kept && this.#deps.clock() - kept.atMs < (1 + REST) * kept.tookMs
    return this.#looking.get(shop.id) ?? (isResting ? undefined : this.#begin(shop))
  }

  #begin(shop: Shop): Promise<void> {
    const looking = this.#find(shop)
      .catch(this.#deps.onError)
      .finally(() => this.#looking.delete(shop.id))
    this.#looking.set(shop.id, looking)
    return looking
  }

  async #find(shop: Shop): Promise<void> {
    const { look, basisOf, clock } = this.#deps
    const atMs = clock()
    const basis = await basisOf(shop)
    const found = await look(shop)
    this.#kept.set(shop.id, { found, basis, atMs, tookMs: clock() - atMs })
  }
}
