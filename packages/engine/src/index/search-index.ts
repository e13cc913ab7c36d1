/** Executes a request. Results are cached with the index, because many shoppers send the same request. */
import { LRUCache } from 'lru-cache'
import { countBits } from '../columns/bitset.ts'
import type { FacetRequest, FacetResult } from '../facets/facet-request.ts'
import type { Span } from '../query/query.ts'
import { explainWords, ruleValues } from '../rank/explain.ts'
import { compiledSettings } from '../match/bm25f-tables.ts'
import { correctedText, likelierText } from './corrected-text.ts'
import { findMatched, KEPT_DEPTH, type MatchedSet } from './matched-set.ts'
import { type VariantFinder, variantFinder } from './matched-variant.ts'
import { type Entry, popularityShares } from './rank-by-column.ts'
import { PINNED_ORDERS, rankSet } from './rank-set.ts'
import { facetsOf } from './matched-set-facets.ts'
import { memoKey } from '../text/memo.ts'
import type { FindRequest, Hit, SearchRequest, SearchResult, TextOutcome } from './search-request.ts'
import type { ShopIndex } from './shop-index.ts'
import { lastAppearanceMs, visibleDocs } from './visibility-filter.ts'

export function searchIndex(index: ShopIndex, request: SearchRequest): SearchResult {
  const answer = answerOf(index, request)
  const { set } = answer
  return {
    total: answer.total,
    hits: answer.page(request),
    facets: answer.facets(request.facets),
    text: request.query && textOutcome(set),
    understood: set.criteria,
    extendedByMeaning: answer.nearCount,
  }
}

function textOutcome(set: MatchedSet): TextOutcome {
  const dropped = droppedTexts(set)
  return {
    corrected: correctedText(set),
    didYouMean: likelierText(set),
    relaxed: dropped.length > 0,
    dropped,
  }
}

/** Returns the query parts that no product has, as typed. A dropped reading is one part. */
function droppedTexts({ criteria, matches, request }: MatchedSet): string[] {
  const { terms, typed, tokens } = request.query!.parsed
  const asked = criteria.filter(({ held }) => held === 'dropped').map((one) => one.asked)
  const isTold = ({ first, end }: Span) => asked.some((one) => one.first < end && first < one.end)
  const isLacked = (place: number) => ((matches?.dropped ?? 0) & (1 << place)) !== 0
  const words = (matches?.count ?? 0) > 0 ? terms.filter((term, place) => isLacked(place) && !isTold(term)) : []
  const texts = words.map(({ first, end }) => ({ first, text: typed.slice(tokens[first].start, tokens[end - 1].end) }))
  return [...asked, ...texts].toSorted((a, b) => a.first - b.first).map(({ text }) => text)
}

/** Facet lists cached per answer: the page's own, and a few for facets that shoppers opened. */
const MAX_FACET_LISTS = 8
/** Pages cached per answer. Longer pages are requested by programs, which read each page only once. */
const MAX_PAGES = 3
const LONGEST_KEPT_PAGE = 50
/** Estimated size of an answer's small objects, including facets. */
const SMALL_PARTS_BYTES = 32_768

class Answer {
  readonly set: MatchedSet
  readonly total: number
  readonly #variantOf: VariantFinder
  readonly #facets = new Map<string, FacetResult[]>()
  readonly #pages = new Map<string, readonly Hit[]>()

  constructor(set: MatchedSet) {
    this.set = set
    this.total = set.filters.reduce((sum, { passedCount }) => sum + passedCount, 0)
    const { index, words, request, filters } = set
    const { selections, prices, query } = request
    const partNumbers = query ? [query.parsed.partNumber, ...query.parsed.terms.map(({ word }) => word)] : []
    const forms = words?.terms.map(({ postings }) => new Set(postings.flat().map(({ text }) => text))) ?? []
    this.#variantOf = variantFinder({ index, selections, prices, partNumbers, forms }, filters)
  }

  /** Number of hits that are only near. All are, if no product is what the query names ("vase" in "black vase"). */
  get nearCount(): number {
    const { near, matches, request } = this.set
    const { head = -1, terms = [] } = request.query?.parsed ?? {}
    const lacksThing = terms[head]?.isKnown === true && ((matches?.dropped ?? 0) & (1 << head)) !== 0
    return lacksThing ? this.total : Math.min(this.total, near.length)
  }

  /** Pages ordered for one shopper, and long pages, are not cached. */
  page(request: SearchRequest): readonly Hit[] {
    const key = pageKey(request)
    const known = key === undefined ? undefined : this.#pages.get(key)
    if (known) return known
    const { index } = this.set
    const popularity = index.views.map((view) => popularityShares(index, view))
    const hits = rankSet(this.set, request).map((entry) => this.#hit(request, entry, popularity[entry.view][entry.doc]))
    if (key !== undefined && this.#pages.size < MAX_PAGES) this.#pages.set(key, hits)
    return hits
  }

  #hit(request: SearchRequest, entry: Entry, popularity: number): Hit {
    const { words } = this.set
    const { view, doc, id, score, inStock, features, learned, values, pinRule } = entry
    return {
      id,
      score,
      variantId: this.#variantOf(view, doc),
      explanation: {
        features,
        learned,
        rules: values && ruleValues(values),
        popularity,
        rule: pinRule ?? this.#boostRule(request, entry),
        inStock,
        ...(request.explain ? { words: words ? explainWords(words.terms, view, doc) : [] } : {}),
      },
    }
  }

  #boostRule({ sort, rules }: SearchRequest, { view, doc }: Entry): string | undefined {
    if (!PINNED_ORDERS.has(sort) || !rules?.boosts.length) return undefined
    return rules.boosts[this.set.boosts()[view].firstBoost[doc]]?.rule
  }

  facets(asked: readonly FacetRequest[]): FacetResult[] {
    if (asked.length === 0) return []
    const key = memoKey(asked)
    const known = this.#facets.get(key)
    if (known) return known
    const counted = facetsOf(this.set, asked)
    if (this.#facets.size < MAX_FACET_LISTS) this.#facets.set(key, counted)
    return counted
  }

  /** Returns an upper bound on the answer's memory, including results that will be cached later. */
  get bytes(): number {
    const { visible, filters, demotions, matches } = this.set
    let bytes = SMALL_PARTS_BYTES
    for (const set of visible) bytes += 3 * set.byteLength
    for (const { docs, passedCount, variantFilters } of filters) {
      bytes += docs.byteLength + 4 * passedCount
      // The codes of variants belong to the segment and are not counted here.
      for (const { allowed } of variantFilters) bytes += allowed?.byteLength ?? 0
    }
    for (const own of demotions) bytes += own?.byteLength ?? 0
    for (const { docs, scores, found, tiers } of matches?.docs ?? [])
      bytes += docs.byteLength + scores.byteLength + found.byteLength + tiers.byteLength
    return bytes + 64 * Math.min(this.total, KEPT_DEPTH)
  }
}

/** Returns everything that affects a page but is not in the answer's key; undefined for pages that are not cached. */
function pageKey(request: SearchRequest): string | undefined {
  const { sort, titleFields, collection, offset, limit, explain = false, popularityWeight } = request
  const { personal, learned, rules } = request
  if (personal || learned || rules?.pinTargets?.length || limit > LONGEST_KEPT_PAGE) return undefined
  return JSON.stringify([sort, titleFields, collection, offset, limit, explain, popularityWeight])
}

/** Space for about 500 answers of 100 kB each, as in a shop of 100,000 products. */
const ANSWERS = { max: 500, maxSize: 96 * 2 ** 20, sizeCalculation: ({ bytes }: Answer) => bytes }

function answerOf(index: ShopIndex, request: SearchRequest): Answer {
  const { query, visibility, among, selections, prices, rules, semantic, outOfStockLast } = request
  const find = { query, visibility, among, selections, prices, rules, semantic, outOfStockLast }
  // Answers restricted to a list of products are not cached, because such lists hardly ever repeat.
  if (among) return new Answer(findMatched(index, find))
  const key = findKey(index, find)
  const answers = index.memo.of('answers', () => new LRUCache<string, Answer>(ANSWERS))
  const known = answers.get(key)
  if (known && known.set.request.semantic === semantic) return known
  const answer = new Answer(findMatched(index, find))
  answers.set(key, answer)
  return answer
}

function findKey(index: ShopIndex, request: FindRequest): string {
  const { query, visibility, selections, prices, rules, outOfStockLast } = request
  const { nowMs: _, hiddenTargets = [], ...scope } = visibility
  const settings = query && compiledSettings(index.text.analyzer, query.settings).id
  const asked = query && [query.parsed.typed, query.parsed.language, query.parsed.readings, query.parsed.operators]
  const plain = [asked, query?.prefixLast, settings, scope, appearedCount(index, request), prices, rules?.pins]
  // Only these fields may contain values that JSON cannot express, and most requests have none of them.
  const further = [selections, hiddenTargets, rules?.boosts ?? []]
  const rest = further.some(({ length }) => length > 0) ? memoKey(further) : ''
  return JSON.stringify([...plain, outOfStockLast]) + rest
}

/** Returns the number of products visible at the time, for the key; undefined if all are visible. */
function appearedCount({ views }: ShopIndex, { visibility }: FindRequest): number | undefined {
  const { nowMs } = visibility
  if (nowMs === undefined || views.every((view) => nowMs >= lastAppearanceMs(view))) return undefined
  return views.reduce((sum, view) => sum + countBits(visibleDocs(view, visibility)), 0)
}
