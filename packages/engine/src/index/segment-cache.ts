/**
 * Keeps what queries work out about a shop's index, if it is worth keeping. Each cache belongs to what it is about (a segment, its sales
 * figures, a snapshot), leaves with it, is bounded, and says how many bytes it holds.
 */
import { LRUCache } from 'lru-cache'
import type { Bitset } from '../columns/bitset.ts'
import type { NumberRange } from '../facets/facet-field.ts'
import type { DictionaryCache, KnownDictionary, ValueUnion } from '../facets/value-union.ts'
import { ENTRY_BYTES, SegmentValueCache, ShopValueCache } from '../values/valued-index.ts'
import type { Answer } from './search-index.ts'
import type { ShopVocabulary } from '../query/shop-vocabulary.ts'
import type { TitleOrder } from './shown-titles.ts'

/** Shops have few publications and markets, but many collections. */
const MAX_TERM_SETS = 64
const MAX_SATISFYING_BYTES = 2 ** 22
/** One for each language in which titles are sorted. */
const MAX_TITLE_ORDERS = 16
/** Size of the answers kept for a snapshot: a few hundred, each a hundred kilobytes in a shop of a hundred thousand products. */
const MAX_FOUND_BYTES = 96 * 2 ** 20
const MAX_FOUND = 500
const MAX_UNIONS = 256
/** Few channels and markets, but each with the collections that are searched in. */
const MAX_VISIBLE = 64

/** About a segment, which never changes. Lists are made when first used: most segments are small and short-lived. */
export class SegmentCache extends SegmentValueCache {
  readonly dictionaries: DictionaryCache = new Map()
  #termSets: LRUCache<string, Bitset> | undefined
  #titleOrders: LRUCache<string, TitleOrder> | undefined
  #satisfying: LRUCache<string, Uint32Array> | undefined
  /** Keyed by attribute: its values as features of products, by code. Filled as they are met. */
  readonly features = new Map<string, string[]>()
  /** 1 for each doc that is sold out. */
  soldOut: Uint8Array | undefined
  /** When the last of its products appears. */
  lastAppearanceMs: number | undefined

  /** Docs with any of some values, by attribute and values. */
  get termSets(): LRUCache<string, Bitset> {
    this.#termSets ??= new LRUCache({ max: MAX_TERM_SETS })
    return this.#termSets
  }

  /** Keyed by the attributes that hold the titles. */
  get titleOrders(): LRUCache<string, TitleOrder> {
    this.#titleOrders ??= new LRUCache({ max: MAX_TITLE_ORDERS })
    return this.#titleOrders
  }

  /** Docs whose values satisfy a reading, by what satisfies it. */
  get satisfying(): LRUCache<string, Uint32Array> {
    this.#satisfying ??= new LRUCache({
      maxSize: MAX_SATISFYING_BYTES,
      sizeCalculation: ({ byteLength }) => byteLength + ENTRY_BYTES,
    })
    return this.#satisfying
  }

  override get bytes(): number {
    let bytes = super.bytes + (this.#satisfying?.calculatedSize ?? 0) + (this.soldOut?.byteLength ?? 0)
    for (const set of this.#termSets?.values() ?? []) bytes += set.byteLength
    for (const { order, rank } of this.#titleOrders?.values() ?? []) bytes += order.byteLength + rank.byteLength
    for (const strings of this.features.values()) bytes += strings.length * ENTRY_BYTES
    for (const known of this.dictionaries.values()) bytes += dictionaryBytes(known)
    return bytes
  }
}

function dictionaryBytes({ groups, inBase, docCounts }: KnownDictionary): number {
  const grouped = groups ? groups.groupOf.byteLength + groups.firstOf.byteLength : 0
  const placed = inBase ? inBase.places.byteLength + inBase.alike.byteLength : 0
  return grouped + placed + (docCounts?.counts.byteLength ?? 0)
}

/** About the sales figures of a segment: they change by themselves. */
export class SalesCache {
  /** Docs by rising sales. */
  order: Uint32Array | undefined
  highest: number | undefined
  shares: { most: number; shares: Float32Array } | undefined

  get bytes(): number {
    return (this.order?.byteLength ?? 0) + (this.shares?.shares.byteLength ?? 0)
  }
}

/** About one snapshot of the whole index. */
export class SnapshotCache extends ShopValueCache {
  #answers: LRUCache<string, Answer> | undefined
  #unions: LRUCache<string, ValueUnion> | undefined
  #priceRanges: LRUCache<string, readonly NumberRange[]> | undefined
  #visible: LRUCache<string, readonly Bitset[]> | undefined
  /** Answers to what the parser of queries asks of the shop, keyed by currency. */
  readonly vocabularies = new Map<string, ShopVocabulary>()

  /** Docs of each segment that may be seen at all, keyed by what decides that. */
  get visible(): LRUCache<string, readonly Bitset[]> {
    this.#visible ??= new LRUCache({ max: MAX_VISIBLE })
    return this.#visible
  }

  /** Answers, keyed by all that decides them and nothing else. */
  get answers(): LRUCache<string, Answer> {
    this.#answers ??= new LRUCache({ max: MAX_FOUND, maxSize: MAX_FOUND_BYTES, sizeCalculation: ({ bytes }) => bytes })
    return this.#answers
  }

  /** Value numberings by field. */
  get unions(): LRUCache<string, ValueUnion> {
    this.#unions ??= new LRUCache({ max: MAX_UNIONS })
    return this.#unions
  }

  /** Price ranges, keyed by what is visible and in which currency: a few ranges each. */
  get priceRanges(): LRUCache<string, readonly NumberRange[]> {
    this.#priceRanges ??= new LRUCache({ max: MAX_UNIONS })
    return this.#priceRanges
  }

  get bytes(): number {
    let bytes = this.#answers?.calculatedSize ?? 0
    for (const sets of this.#visible?.values() ?? []) for (const set of sets) bytes += set.byteLength
    for (const { numbering } of this.#unions?.values() ?? [])
      for (const numbers of numbering) bytes += numbers?.byteLength ?? 0
    return bytes
  }
}

/** A key for what is asked. JSON knows neither infinity, so that an open range would look like one from null, nor sets. */
export function cacheKey(asked: unknown): string {
  return JSON.stringify(asked, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
    return value instanceof Set ? [...value] : value
  })
}
