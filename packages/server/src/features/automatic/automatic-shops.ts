/** Derives missing filters and sections from the catalog, after each change of the catalog. */
import { absentParts, type ShopConfig } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import type { RecordStore, Shop, ShopId } from '../../ports/record-store/record-store.ts'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { ShopCache } from '../shops/shop-cache.ts'
import { metafieldNames } from './attribute-metafields.ts'
import { deriveConfig, type DerivedConfig } from './derive-config.ts'

export interface AutomaticShopsDeps {
  shops: ShopCache
  index: Pick<SearchIndex, 'survey' | 'waitFor'>
  store: Pick<RecordStore, 'lastChange' | 'onChange' | 'scanProducts'>
  clock: () => number
  onError: (error: unknown, during: string) => void
}

interface Known {
  /** The stored shop; the result is valid only for this version of it. */
  raw: Shop
  shop: Shop
  derived: DerivedConfig
  madeMs: number
  /** True if the catalog has changed since. */
  stale: boolean
}

/** Surveying a large catalog takes tens of milliseconds. */
const MIN_AGE_MS = 5_000
const CACHE_SIZE = 2_000
const NAMED_BY = 200

export class AutomaticShops implements ShopCache {
  readonly #deps: AutomaticShopsDeps
  readonly #known = new LRUCache<ShopId, Known>({ max: CACHE_SIZE })
  readonly #making = new Map<ShopId, Promise<Known>>()

  constructor(deps: AutomaticShopsDeps) {
    this.#deps = deps
    deps.store.onChange((shop) => {
      const known = this.#known.get(shop)
      if (known) known.stale = true
    })
  }

  recall(id: ShopId): Shop | undefined {
    const raw = this.#deps.shops.recall(id)
    if (!raw || !isAutomatic(raw.config)) return raw
    const known = this.#known.get(id)
    if (known?.raw.version !== raw.version) return undefined
    this.#refreshIfDue(raw, known)
    return known.shop
  }

  async find(id: ShopId): Promise<Shop | undefined> {
    const raw = await this.#deps.shops.find(id)
    if (!raw || !isAutomatic(raw.config)) return raw
    const known = this.#known.get(id)
    if (known?.raw.version === raw.version) {
      this.#refreshIfDue(raw, known)
      return known.shop
    }
    return (this.#carriedOver(raw, known) ?? (await this.#make(raw))).shop
  }

  /** Reuses the result of the previous version, so that no request waits for a survey or for an unreachable store. */
  #carriedOver(raw: Shop, known: Known | undefined): Known | undefined {
    if (!known || !isDerivedAlike(known.raw.config, raw.config)) return undefined
    const carried = { ...known, raw, stale: true, shop: { ...raw, config: withDerived(raw.config, known.derived) } }
    this.#known.set(raw.id, carried)
    return carried
  }

  async effective(id: ShopId): Promise<{ shop: Shop; derived: DerivedConfig | undefined } | undefined> {
    const raw = await this.#deps.shops.find(id)
    if (!raw || !isAutomatic(raw.config)) return raw && { shop: raw, derived: undefined }
    await this.#making.get(id)
    const known = this.#known.get(id)
    return known?.raw.version === raw.version && !known.stale ? known : this.#make(raw)
  }

  /** Completes an unpublished configuration with the help of the live catalog. */
  async applied(live: Shop, config: ShopConfig): Promise<ShopConfig> {
    if (!isAutomatic(config)) return config
    const known = (await this.find(live.id)) && this.#known.get(live.id)
    // Most changes of a configuration do not affect what is derived from the catalog.
    if (known && isDerivedAlike(known.raw.config, config)) return withDerived(config, known.derived)
    return withDerived(config, await this.#deriveConfig(live, config))
  }

  #refreshIfDue(raw: Shop, known: Known): void {
    if (!known.stale || this.#deps.clock() - known.madeMs < MIN_AGE_MS || this.#making.has(raw.id)) return
    this.#make(raw).catch((error) => this.#deps.onError(error, 'choosing automatic filters'))
  }

  #make(raw: Shop): Promise<Known> {
    const running = this.#making.get(raw.id)
    if (running) return running
    const made = this.#derive(raw).finally(() => this.#making.delete(raw.id))
    this.#making.set(raw.id, made)
    return made
  }

  async #derive(raw: Shop): Promise<Known> {
    const { index, store, clock } = this.#deps
    const madeMs = clock()
    const before = this.#known.get(raw.id)
    if (before) before.stale = false
    await index.waitFor(raw, await store.lastChange(raw.id))
    const derived = await this.#deriveConfig(raw, raw.config)
    const known = { raw, derived, madeMs, stale: false, shop: { ...raw, config: withDerived(raw.config, derived) } }
    // Keeps the same object if the result is equal, because caches are keyed by it.
    const same = before?.raw.version === raw.version && JSON.stringify(before.derived) === JSON.stringify(derived)
    const kept = same ? { ...known, shop: before.shop } : known
    this.#known.set(raw.id, kept)
    return kept
  }

  async #deriveConfig(live: Shop, config: ShopConfig): Promise<DerivedConfig> {
    const { index, store } = this.#deps
    const names = metafieldNames(await store.scanProducts(live.id, 0, NAMED_BY))
    return deriveConfig(await index.survey(live), config, names)
  }
}

function isDerivedAlike(a: ShopConfig, b: ShopConfig): boolean {
  const read = ({ shop, collections }: ShopConfig) => JSON.stringify([shop.primary_locale, collections])
  return read(a) === read(b)
}

export function isAutomatic(config: ShopConfig): boolean {
  return config.automatic && absentParts(config).length > 0
}

export function withDerived(config: ShopConfig, { filters, filter_trees, sections }: DerivedConfig): ShopConfig {
  const absent = absentParts(config)
  return {
    ...config,
    ...(absent.includes('filters') ? { filters, filter_trees } : {}),
    ...(absent.includes('sections') ? { sections } : {}),
  }
}
