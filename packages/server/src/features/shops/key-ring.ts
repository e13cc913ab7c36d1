import { type ValidationItem, validationItem } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import type { ApiKey, RecordStore, ShopId } from '../../ports/record-store/record-store.ts'
import { RequestRefused } from '../errors.ts'
import { hashKey, isKeyText, type KeyKind, newKeyText, sameHash } from './api-key.ts'
import { atMost } from '../cache-limit.ts'

export interface KeyRingDeps {
  store: Pick<RecordStore, 'addKey' | 'findKey' | 'listKeys' | 'revokeKey' | 'onChange'>
  newId: () => string
  /** Keys that are always refused: in production the demo keys, which are public. */
  refused?: readonly string[]
}

export interface NewKey {
  shop: ShopId | null
  kind: KeyKind
  label: string
  expiresAt: string | null
  nowMs: number
  /** Text of the key for the demo shop; random by default. */
  text?: string
}

const CACHE_SIZE = 10_000

/** A revoked key leaves the cache at once. Unknown keys are never cached, so that guesses do not displace real keys. */
export class KeyRing {
  readonly #deps: KeyRingDeps
  readonly #known = new LRUCache<string, ApiKey>(atMost(CACHE_SIZE))
  /** Keyed by text, so that a valid key is not hashed for every request. */
  readonly #presented = new LRUCache<string, ApiKey>(atMost(CACHE_SIZE))
  #generation = 0

  constructor(deps: KeyRingDeps) {
    this.#deps = deps
    // Another node may have deleted the shop or revoked its keys. An empty name stands for the keys of the deployment.
    deps.store.onChange((shop) => this.#forget((key) => (key.shop ?? '') === shop))
  }

  /** The key's text is returned only here and stored nowhere. Throws `RequestRefused` for an expired key. */
  async issue(request: NewKey): Promise<{ id: string; key: string }> {
    if (request.expiresAt !== null && Date.parse(request.expiresAt) <= request.nowMs)
      throw new RequestRefused([inThePast(request.nowMs)])
    const text = request.text ?? newKeyText(request.kind)
    const id = this.#deps.newId()
    const createdAt = new Date(request.nowMs).toISOString()
    const { shop, kind, label, expiresAt } = request
    await this.#deps.store.addKey({
      id,
      shop,
      kind,
      hash: hashKey(text),
      label,
      createdAt,
      expiresAt,
      revokedAt: null,
    })
    return { id, key: text }
  }

  list(shop: ShopId | null): Promise<readonly ApiKey[]> {
    return this.#deps.store.listKeys(shop)
  }

  async revoke(shop: ShopId | null, id: string, nowMs: number): Promise<boolean> {
    const found = await this.#deps.store.revokeKey(shop, id, new Date(nowMs).toISOString())
    this.#forget((key) => key.id === id)
    return found
  }

  /** Returns undefined if the key is unknown, revoked or expired. */
  async findKey(presented: string, nowMs: number): Promise<ApiKey | undefined> {
    const key = await this.#check(presented, nowMs, async (hash) => this.#known.get(hash) ?? this.#lookUp(hash))
    // The key may have been revoked while the store was answering.
    if (key && this.#known.get(key.hash) === key) this.#presented.set(presented, key)
    return key
  }

  /** Reads the store, because another node may just have revoked the key. */
  readKey(presented: string, nowMs: number): Promise<ApiKey | undefined> {
    return this.#check(presented, nowMs, (hash) => this.#deps.store.findKey(hash))
  }

  /** Reads only the cache: undefined does not mean that the key is invalid. */
  recallKey(presented: string, nowMs: number): ApiKey | undefined {
    const key = this.#presented.get(presented)
    return key === undefined || isExpired(key, nowMs) ? undefined : key
  }

  async #check(presented: string, nowMs: number, find: (hash: string) => Promise<ApiKey | undefined>) {
    if (!isKeyText('storefront', presented) && !isKeyText('admin', presented)) return undefined
    if (this.#deps.refused?.includes(presented)) return undefined
    const hash = hashKey(presented)
    const key = await find(hash)
    // The comparison takes constant time and does not rely on the store's.
    if (!key || !sameHash(key.hash, hash) || key.revokedAt !== null || isExpired(key, nowMs)) return undefined
    return key
  }

  async #lookUp(hash: string): Promise<ApiKey | undefined> {
    const generation = this.#generation
    const key = await this.#deps.store.findKey(hash)
    // The answer may be outdated if a key was revoked meanwhile.
    if (key && generation === this.#generation) {
      this.#known.set(hash, key)
    }
    return key
  }

  #forget(isGone: (key: ApiKey) => boolean): void {
    this.#generation++
    for (const [hash, key] of [...this.#known]) if (isGone(key)) this.#known.delete(hash)
    for (const [text, key] of [...this.#presented]) if (isGone(key)) this.#presented.delete(text)
  }
}

function inThePast(nowMs: number): ValidationItem {
  return validationItem(['expires_at'], 'date.greater', `must be greater than "${new Date(nowMs).toISOString()}"`)
}

function isExpired({ expiresAt }: ApiKey, nowMs: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs
}
