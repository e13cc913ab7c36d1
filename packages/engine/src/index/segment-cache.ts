/**
 * Keeps what queries work out about a shop's index, if it is worth keeping. Each cache belongs to what it is about (a segment, its sales
 * figures, a snapshot), leaves with it, is bounded, and says how many bytes it holds.
 */
import { LRUCache } from 'lru-cache'
import type { ColorFamily } from '../colors/color-families.ts'
import type { Bitset } from '../columns/bitset.ts'
import type { OptionColumn } from '../columns/variant-columns.ts'
import type { NumberRange } from '../facets/facet-field.ts'
import type { DictionaryCache, KnownDictionary, ValueUnion } from '../facets/value-union.ts'
import { TextSegmentCache } from '../text/text-cache.ts'
import type { ColorStatingDocs, PictureAgreement } from '../values/picture-colors.ts'
import type { SegmentValues } from '../values/segment-values.ts'
import type { AttributeRoles, ValueSamples } from '../values/attribute-roles.ts'
import type { Answer } from './search-index.ts'
import type { ShopVocabulary } from '../query/shop-vocabulary.ts'
import type { TitleOrder } from './shown-titles.ts'

/** Shops have few publications and markets, but many collections. */
const MAX_TERM_SETS = 64
/** Lists of values that queries name: colors with all their shades, sizes, types, vendors. A byte for each value of the attribute. */
const MAX_WANTED_CODES = 4096
const MAX_WANTED_CODES_BYTES = 2 ** 22
const MAX_SATISFYING_BYTES = 2 ** 22
/** Roughly what a feature of a product takes as a string. */
const FEATURE_BYTES = 64
/** One for each language in which titles are sorted. */
const MAX_TITLE_ORDERS = 16
/** Size of the answers kept for a snapshot: a few hundred, each a hundred kilobytes in a shop of a hundred thousand products. */
const MAX_FOUND_BYTES = 96 * 2 ** 20
const MAX_FOUND = 500
const MAX_UNIONS = 256
/** Few channels and markets, but each with the collections that are searched in. */
const MAX_VISIBLE = 64

/** About a segment, which never changes. Lists are made when first used: most segments are small and short-lived. */
export class SegmentCache {
  readonly text = new TextSegmentCache()
  readonly dictionaries: DictionaryCache = new Map()
  #termSets: LRUCache<string, Bitset> | undefined
  #titleOrders: LRUCache<string, TitleOrder> | undefined
  #wantedCodes: LRUCache<string, Uint8Array> | undefined
  #satisfying: LRUCache<string, Uint32Array> | undefined
  /** Keyed by attribute: its values as features of products, by code. Filled as they are met. */
  readonly features = new Map<string, string[]>()
  /** Keyed by option: the words of its values, by code. Filled as they are met. */
  readonly optionWords = new Map<OptionColumn, (readonly string[])[]>()
  /** Meaning of the segment's values to queries. */
  values: SegmentValues | undefined
  /** Keyed by option: some of its values, which tell what it holds. */
  readonly valueSamples: ValueSamples = new Map()
  /** 1 for each color that some picture has. */
  pictureColors: Uint8Array | undefined
  /** Keyed by word and color: a few hundred. */
  readonly pictureAgreement = new Map<string, PictureAgreement>()
  colorStating: ColorStatingDocs | undefined
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

  /** 1 for each code of some values, by attribute and values. */
  get wantedCodes(): LRUCache<string, Uint8Array> {
    this.#wantedCodes ??= new LRUCache({
      max: MAX_WANTED_CODES,
      maxSize: MAX_WANTED_CODES_BYTES,
      sizeCalculation: ({ byteLength }) => byteLength,
    })
    return this.#wantedCodes
  }

  /** Docs whose values satisfy a reading, by what satisfies it. */
  get satisfying(): LRUCache<string, Uint32Array> {
    this.#satisfying ??= new LRUCache({
      maxSize: MAX_SATISFYING_BYTES,
      sizeCalculation: ({ byteLength }) => byteLength + FEATURE_BYTES,
    })
    return this.#satisfying
  }

  get bytes(): number {
    let bytes = this.text.bytes + (this.#satisfying?.calculatedSize ?? 0) + (this.soldOut?.byteLength ?? 0)
    bytes += this.values?.bytes ?? 0
    for (const set of this.#termSets?.values() ?? []) bytes += set.byteLength
    for (const { order, rank } of this.#titleOrders?.values() ?? []) bytes += order.byteLength + rank.byteLength
    for (const codes of this.#wantedCodes?.values() ?? []) bytes += codes.byteLength
    for (const strings of [...this.features.values(), ...this.optionWords.values()])
      bytes += strings.length * FEATURE_BYTES
    for (const known of this.dictionaries.values()) bytes += dictionaryBytes(known)
    bytes += this.pictureAgreement.size * FEATURE_BYTES + 2 * (this.colorStating?.inOptions.byteLength ?? 0)
    for (const sample of this.valueSamples.values()) bytes += sample.length * FEATURE_BYTES
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
  #answers: LRUCache<string, Answer> | undefined
  #unions: LRUCache<string, ValueUnion> | undefined
  #priceRanges: LRUCache<string, readonly NumberRange[]> | undefined
  #visible: LRUCache<string, readonly Bitset[]> | undefined
  /** Which options and attributes hold colors, sizes and measures. */
  attributeRoles: AttributeRoles | undefined
  /** Keyed by color: true if some live picture has it. */
  readonly pictureColors = new Map<ColorFamily, boolean>()
  /** Words that are colors in this shop. */
  colorWords: readonly string[] | undefined
  /** Answers to what the parser of queries asks of the shop, keyed by currency. */
  readonly vocabularies = new Map<string, ShopVocabulary>()
  /** Keyed by attribute: true if its values are looked for in queries. */
  readonly namedAttributes = new Map<string, boolean>()

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
