import type { Suggestion } from '@vitrine/contract'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import { suggest, type SuggestDeps } from './suggest.ts'

/** Proposals come from 30 days of searches: a minute does not change them, but a published version does. */
const KEPT_MS = 60_000

interface Kept {
  version: number
  atMs: number
  found: Promise<Suggestion[]>
}

/** Each costs a few searches a failed query, and the first screen asks for them every time. */
export class KeptSuggestions {
  readonly #deps: SuggestDeps
  readonly #kept = new Map<ShopId, Kept>()

  constructor(deps: SuggestDeps) {
    this.#deps = deps
  }

  of(shop: Shop, nowMs: number): Promise<Suggestion[]> {
    const known = this.#kept.get(shop.id)
    if (known?.version === shop.version && nowMs - known.atMs < KEPT_MS) return known.found
    const found = suggest(this.#deps, shop)
    this.#kept.set(shop.id, { version: shop.version, atMs: nowMs, found })
    found.catch(() => this.#kept.delete(shop.id))
    return found
  }
}
