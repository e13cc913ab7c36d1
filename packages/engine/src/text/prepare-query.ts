/** The first steps of a query, done once however many sets are matched and ranked with it: parse, expand, weigh. */
import { addCompoundHeads } from './expand/compound-head.ts'
import { expandTerms } from './expand/expand-terms.ts'
import { typedKanaOf } from './expand/reading-prefix.ts'
import { compileSynonyms } from './expand/synonyms.ts'
import { totalPostings, type WeightedPostings } from './expand/weighted-postings.ts'
import { isMeasured, isNumber, type ParsedQuery, parseQuery, type QueryTerm } from './parse/parse-query.ts'
import { lengthNorms } from './score/length-norms.ts'
import { payloadTables, type ScoreTables } from './score/score-tables.ts'
import { correctedQuery } from './spelling/corrected-query.ts'
import type { CompiledSettings } from './text-cache.ts'
import { TEXT_FIELDS } from './text-doc.ts'
import type { TextIndex } from './text-index.ts'
import type { QueryEntities, TextRequest } from './text-query.ts'
import type { TextSettings } from './text-settings.ts'
import { queryEntities } from './weigh/query-entities.ts'
import { vendorTerms } from './weigh/vendor-terms.ts'
import { type WeighedTerm, weighTerms } from './weigh/weigh-terms.ts'

export interface PreparedTextQuery {
  readonly index: TextIndex
  readonly request: TextRequest
  readonly parsed: ParsedQuery
  /** The terms that count, in the order of the query. */
  readonly terms: readonly WeighedTerm[]
  /** By segment: where the excluded words are. */
  readonly excluded: readonly (readonly WeightedPostings[])[]
  /** Places in `terms`, the heaviest first, but sizes and measures last, and the shortest lists first. */
  readonly byWeight: readonly number[]
  readonly bySize: readonly number[]
  /** The terms that are sizes and measures, a bit each; none where there is nothing else. */
  readonly measured: number
  /** The terms that are bare numbers, a bit each; none where there is nothing else. */
  readonly numbers: number
  readonly tables: ScoreTables
  readonly entities: QueryEntities
  /** By term: whether it stands for a vendor whose name the query holds as a whole. */
  readonly namesVendor: readonly boolean[]
  /** Whether the word in the head's place names a thing and no vendor. */
  readonly namesThing: boolean
  /** The thing that the query names and does not describe; null where there is none. */
  readonly thing: string | null
  /** The query as it is searched, when typos were corrected. */
  readonly corrected: string | null
}

export function prepareTextQuery(index: TextIndex, request: TextRequest): PreparedTextQuery {
  const { views, analyzer, docTotal } = index
  const { settings, prefixLast } = request
  const { synonyms, stopWords, tables } = compiledSettings(index, settings)
  const parsed = parseQuery(request.text, analyzer, stopWords)
  const words = { views, analyzer, docTotal, settings, synonyms }
  const { wanted, partNumber } = parsed
  const typedKana = prefixLast ? typedKanaOf(parsed.text) : undefined
  const expanded = expandTerms({ ...words, queryTerms: wanted, isWanted: true, partNumber, prefixLast, typedKana })
  addCompoundHeads({ ...words, queryTerms: wanted, isWanted: true, prefixLast }, expanded)
  const excluded = expandTerms({ ...words, queryTerms: parsed.excluded, isWanted: false, prefixLast: false })
  const terms = weighTerms(parsed, expanded, index)
  const sizes = expanded.map((postings) => postings.reduce((sum, lists) => sum + totalPostings(lists), 0))
  const places = [...terms.keys()]
  const measured = bitsOf(wanted, isMeasured)
  const isLast = (place: number) => (measured >>> place) & 1
  const namesVendor = vendorTerms(index, terms)
  const namesThing =
    parsed.head >= 0 && (!namesVendor[parsed.head] || terms[parsed.head].fieldShares[VENDOR_FIELD] < MOSTLY_VENDOR)
  return {
    index,
    request,
    parsed,
    terms,
    excluded: views.map((_, s) => excluded.flatMap((postings) => postings[s])),
    byWeight: places.toSorted((a, b) => isLast(a) - isLast(b) || terms[b].weight - terms[a].weight),
    bySize: places.toSorted((a, b) => sizes[a] - sizes[b]),
    measured,
    numbers: bitsOf(wanted, isNumber),
    tables: { ...tables, ...lengthNorms(index) },
    entities: queryEntities(parsed, terms, analyzer),
    namesVendor,
    namesThing,
    thing: namesThing ? onlyThing(parsed) : null,
    corrected: correctedQuery(parsed, expanded),
  }
}

/** Some of the terms, a bit each; none where all are such. */
function bitsOf(wanted: readonly QueryTerm[], isOne: (queryTerm: QueryTerm) => boolean): number {
  if (wanted.every(isOne)) return 0
  return wanted.reduce((bits, queryTerm, place) => (isOne(queryTerm) ? bits | (1 << place) : bits), 0)
}

/** A word that is a vendor in this share of its products names no thing. */
const MOSTLY_VENDOR = 0.3
const VENDOR_FIELD = TEXT_FIELDS.indexOf('vendor')

/** The only word beside measures and numbers ("24 inch monitor"). A longer query describes the thing and finds it by its words. */
function onlyThing({ wanted, head }: ParsedQuery): string | null {
  return wanted.every(({ word }, place) => place === head || /\d/.test(word)) ? wanted[head].word : null
}

export function compiledSettings({ analyzer, settings: cache }: TextIndex, settings: TextSettings): CompiledSettings {
  let compiled = cache.get(settings)
  if (compiled === undefined) {
    compiled = {
      id: 1 + Math.max(0, ...[...cache.values()].map(({ id }) => id)),
      synonyms: compileSynonyms(settings.synonyms, analyzer),
      stopWords: new Set(settings.stopWords),
      tables: payloadTables(settings.weights),
    }
    cache.set(settings, compiled)
  }
  return compiled
}
