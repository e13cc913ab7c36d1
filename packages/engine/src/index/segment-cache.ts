/**
 * What queries work out about a shop's index and is worth keeping. Each cache belongs to what it is about (a segment, its sales
 * figures, a snapshot), leaves with it, is bounded, and says how many bytes it holds.
 */
import { LRUCache } from 'lru-cache'
import type { Bitset } from '../columns/bitset.ts'
import type { NumberRange } from '../facets/facet-field.ts'
import type { FacetResult } from '../facets/facet-request.ts'
import type { DictionaryCache, KnownDictionary, ValueUnion } from '../facets/value-union.ts'
import { TextSegmentCache } from '../text/text-cache.ts'
import type { SegmentValues } from '../understand/segment-values.ts'
import type { ProductTypes } from './product-kind.ts'
import type { TitleOrder } from './shown-titles.ts'

/** Shops have few publications and markets, but many collections. */
const MAX_TERM_SETS = 64
/** One for each language in which titles are sorted. */
const MAX_TITLE_ORDERS = 16
/** Pages that are browsed: the same few again and again. */
const MAX_FACET_COUNTS = 256
const MAX_UNIONS = 256
/** Roughly what a bucket of a facet takes. */
const BUCKET_BYTES = 128

/** About a segment, which never changes. Lists are made when first used: most segments are small and short-lived. */
export class SegmentCache {
  readonly text = new TextSegmentCache()
  readonly dictionaries: DictionaryCache = new Map()
  #termSets: LRUCache<string, Bitset> | undefined
  #titleOrders: LRUCache<string, TitleOrder> | undefined
  /** What its values mean to queries. */
  values: SegmentValues | undefined
  /** When the last of its products appears. */
  lastAppearanceMs: number | undefined

  /** Docs with any of some values, by attribute and values. */
  get termSets(): LRUCache<string, Bitset> {
    this.#termSets ??= new LRUCache({ max: MAX_TERM_SETS })
    return this.#termSets
  }

  /** By the attributes that hold the titles. */
  get titleOrders(): LRUCache<string, TitleOrder> {
    this.#titleOrders ??= new LRUCache({ max: MAX_TITLE_ORDERS })
    return this.#titleOrders
  }

  get bytes(): number {
    let bytes = this.text.bytes + (this.values?.bytes ?? 0)
    for (const set of this.#termSets?.values() ?? []) bytes += set.byteLength
    for (const { order, rank } of this.#titleOrders?.values() ?? []) bytes += order.byteLength + rank.byteLength
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
export class SnapshotCache {
  /** What the shop's types are called, by the attribute that holds them: a few hundred names. */
  readonly productTypes = new Map<string, ProductTypes>()
  #facetCounts: LRUCache<string, FacetResult[]> | undefined
  #unions: LRUCache<string, ValueUnion> | undefined
  #priceRanges: LRUCache<string, readonly NumberRange[]> | undefined
  stockShare: number | undefined

  /** Facets of pages that are browsed, by all that they depend on. */
  get facetCounts(): LRUCache<string, FacetResult[]> {
    this.#facetCounts ??= new LRUCache({ max: MAX_FACET_COUNTS })
    return this.#facetCounts
  }

  /** Value numberings by field. */
  get unions(): LRUCache<string, ValueUnion> {
    this.#unions ??= new LRUCache({ max: MAX_UNIONS })
    return this.#unions
  }

  /** Where prices are cut, by what is visible and in which currency: a few ranges each. */
  get priceRanges(): LRUCache<string, readonly NumberRange[]> {
    this.#priceRanges ??= new LRUCache({ max: MAX_UNIONS })
    return this.#priceRanges
  }

  get bytes(): number {
    let bytes = 0
    for (const facets of this.#facetCounts?.values() ?? [])
      for (const { buckets } of facets) bytes += (1 + buckets.length) * BUCKET_BYTES
    for (const { numbering } of this.#unions?.values() ?? [])
      for (const numbers of numbering) bytes += numbers?.byteLength ?? 0
    return bytes
  }
}
