/** The part of a shop's index that its values are read from, and what was worked out about them. */
import { LRUCache } from 'lru-cache'
import type { ColorFamily } from '../colors/color-families.ts'
import type { Bitset } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import type { OptionColumn } from '../columns/variant-columns.ts'
import { TextSegmentCache } from '../text/text-cache.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { TextSegment } from '../text/text-segment.ts'
import type { AttributeRoles, ValueSamples } from './attribute-roles.ts'
import type { SegmentValues } from './segment-values.ts'

export interface ValuedIndex {
  readonly views: readonly ValuedSegment[]
  readonly text: TextIndex
  readonly cache: ShopValueCache
}

export interface ValuedSegment {
  readonly segment: { readonly columns: ColumnSegment; readonly text: TextSegment }
  readonly liveDocs: Bitset
  readonly cache: SegmentValueCache
}

/** Docs of a segment whose words state a color. */
export interface ColorStatingDocs {
  /** The words. */
  readonly key: string
  /** Somewhere else than in their options. */
  readonly besideOptions: Bitset
  readonly inOptions: Bitset
}

/** Counts a segment's docs that name a word and have a picture of a clear color, and those whose color is the one the word means. */
export interface PictureAgreement {
  readonly isNamed: boolean
  readonly naming: number
  readonly agreeing: number
}

/** Lists of values that queries name: colors with all their shades, sizes, types, vendors. A byte for each value of the attribute. */
const MAX_WANTED_CODES = 4096
const MAX_WANTED_CODES_BYTES = 2 ** 22
/** Roughly what a small string or object takes. */
export const ENTRY_BYTES = 64

/** About a segment, which never changes. Lists are made when first used: most segments are small and short-lived. */
export class SegmentValueCache {
  readonly text = new TextSegmentCache()
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
  #wantedCodes: LRUCache<string, Uint8Array> | undefined

  /** 1 for each code of some values, by attribute and values. */
  get wantedCodes(): LRUCache<string, Uint8Array> {
    this.#wantedCodes ??= new LRUCache({
      max: MAX_WANTED_CODES,
      maxSize: MAX_WANTED_CODES_BYTES,
      sizeCalculation: ({ byteLength }) => byteLength,
    })
    return this.#wantedCodes
  }

  get bytes(): number {
    let bytes = this.text.bytes + (this.values?.bytes ?? 0) + (this.#wantedCodes?.calculatedSize ?? 0)
    for (const words of this.optionWords.values()) bytes += words.length * ENTRY_BYTES
    for (const sample of this.valueSamples.values()) bytes += sample.length * ENTRY_BYTES
    return bytes + this.pictureAgreement.size * ENTRY_BYTES + 2 * (this.colorStating?.inOptions.byteLength ?? 0)
  }
}

/** About one snapshot of the whole index. */
export class ShopValueCache {
  /** Which options and attributes hold colors, sizes and measures. */
  attributeRoles: AttributeRoles | undefined
  /** Keyed by color: true if some live picture has it. */
  readonly pictureColors = new Map<ColorFamily, boolean>()
  /** Words that are colors in this shop. */
  colorWords: readonly string[] | undefined
  /** Keyed by attribute: true if its values are looked for in queries. */
  readonly namedAttributes = new Map<string, boolean>()
}
