export * from './colors/color-descriptor.ts'
export { type ColorFamily, isColorOption } from './colors/color-families.ts'
export * from './colors/color-names.ts'
export * from './colors/dominant-colors.ts'
export { colorNameIn } from './colors/color-families.ts'
export * from './colors/oklab.ts'
export { borderColor, type LabPicture, labPicture, type Picture } from './colors/picture.ts'
export * from './pictures/crop.ts'
export { objectCrops, otherFramings, wideFramings } from './pictures/find-objects.ts'
export { plainForeground } from './pictures/foreground.ts'
export { isTallPage } from './pictures/page-layout.ts'
export { isPageOfWords } from './pictures/page-of-words.ts'
export {
  type ComparedPicture,
  type ComparedThumbnail,
  objectAgreement,
  pixelAgreement,
  prepareForComparison,
  prepareThumbnail,
  wholeDifference,
} from './pictures/compare-pixels.ts'
export * from './pictures/thumbnail.ts'
export * from './columns/bitset.ts'
export { findDoc } from './columns/column-segment.ts'
export { compareNatural } from './columns/natural-order.ts'
export * from './columns/price-conversion.ts'
export { compareValues, orderedValue } from './columns/value-order.ts'
export { singular, valueKey } from './columns/value-key.ts'
export { rangeText } from './facets/count-range.ts'
export * from './facets/facet-field.ts'
export * from './facets/facet-request.ts'
export { type AttributeSurvey, type CatalogSurvey, surveyCatalog } from './facets/survey-catalog.ts'
export * from './columns/engine-doc.ts'
export { optionKey } from './columns/value-key.ts'
export type { VisibilityFilter } from './index/visibility-filter.ts'
export { planMerge } from './index/merge-policy.ts'
export { searchIndex } from './index/search-index.ts'
export { CERTAINTY, EXPANSION_WEIGHTS } from './expand/expansion-weights.ts'
export { BM25F } from './match/bm25f-tables.ts'
export { RELAXING } from './match/relax.ts'
export { FEATURE_WEIGHTS, type FeatureName, type Features } from './rank/features.ts'
export { RULES } from './rank/rules.ts'
export { TIER } from './match/match-segment.ts'
export * from './index/search-request.ts'
export { buildSegment, mergeSegments, type Segment, type SegmentPart } from './index/shop-index.ts'
export * from './index/shop-index.ts'
export { decodeSnapshot, encodeSnapshot, SnapshotRefused } from './index/snapshot.ts'
export type { FormKind, FoundWord } from './expand/weighted-postings.ts'
export { type Analyzer, analysisVersion, analyzerFor, isReadAs } from './text/analysis/analyzer.ts'
export { fold } from './text/analysis/fold.ts'
export { isPartNumber } from './text/analysis/part-number.ts'
export { TEXT_FIELDS, type TextDoc, type TextField } from './text/text-doc.ts'
export { buildTextSegment, type TextSegment } from './text/text-segment.ts'
export { DEFAULT_TEXT_SETTINGS, type Synonym, type TextSettings } from './text/text-settings.ts'
export type * from './query/query.ts'
export { type CompletionSource, completeQuery, isPlaceholder } from './suggest/complete-query.ts'
export { parseQuery, type ParseRequest, spokenText } from './query/parse.ts'
export type { ShopVocabulary } from './query/shop-vocabulary.ts'
export { namingTerms } from './index/naming-terms.ts'
export type { NearTerm } from './expand/synonyms.ts'
export { shopVocabulary, type VocabularySettings } from './index/shop-vocabulary.ts'
export {
  categoryOf,
  givenType,
  isScope,
  isThing,
  kindOf,
  nounOf,
  PAIRED,
  statedKindOf,
  typeOf,
} from './values/product-kind.ts'
export { dot } from './vectors/dot.ts'
export * from './vectors/fuse.ts'
export { outOfDomainProbes } from './vectors/out-of-domain-probes.ts'
export * from './vectors/product-text.ts'
export { similarityFeedback } from './vectors/similarity-feedback.ts'
export { COLLECTIVE_WORDS_OF } from './text/analysis/head-place.ts'
export { isOrdinaryWord, isSomeWord } from './text/analysis/lexicon.ts'
export { similarityFloor } from './vectors/similarity-floor.ts'
export { decodeVector, encodeVector } from './vectors/quantize.ts'
export { SlotSet } from './vectors/slot-set.ts'
export * from './vectors/vector-store.ts'
