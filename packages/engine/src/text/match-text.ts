/** The steps of a query that look at docs: which of them match, and which of those are the best. */
import { asksForKind, strongFieldsOf } from './kind-asked-for.ts'
import type { PreparedTextQuery } from './prepare-query.ts'
import { RANKING } from './ranking-constants.ts'
import { AccessoryDetector } from './rescore/accessory-demotion.ts'
import { TermMatcher } from './rescore/proximity.ts'
import { rescore, RESCORE_WINDOW, type ScoredDoc } from './rescore/rescore.ts'
import type { Accumulators } from './score/accumulators.ts'
import { type Collected, type CollectInput, collect, collectAll, collectSome } from './score/collect-docs.ts'
import type { SegmentInput } from './score/collect-segment.ts'
import { SegmentSteps } from './score/segment-steps.ts'
import { didYouMean } from './spelling/did-you-mean.ts'
import type { DocSets, RankedDocs, TextMatches } from './text-query.ts'
import { fieldIdfs, type WeighedTerm } from './weigh/weigh-terms.ts'

export interface MatchOptions {
  /** How many of the best are ranked. */
  readonly limit: number
  /** More matches than these are left unranked: the caller will ask for the best of some of them. */
  readonly rankAtMost?: number
}

/**
 * Every word must match, exactly, by prefix or corrected; only when that finds too little, docs that lack words follow. The
 * same call on the same index gives the same answer.
 */
export function matchText(query: PreparedTextQuery, visible: DocSets, options: MatchOptions): TextMatches {
  const { limit, rankAtMost = Number.POSITIVE_INFINITY } = options
  const { found, complete } = find(query, visible, { limit, rankAtMost })
  const hits = found.count <= rankAtMost ? rescored(query, found, limit) : []
  const { rule } = found
  const relaxed = rule.coverage !== null
  return {
    count: found.count,
    matched: found.matched,
    complete,
    relaxed,
    rule,
    didYouMean: found.count < query.request.settings.relaxBelow || relaxed ? likelierQuery(query) : null,
    best: rankedDocs(hits, found.count),
  }
}

/** The best of some of the matches. What counts as a match was decided for all of them, and holds for these. */
export function rankText(query: PreparedTextQuery, matches: TextMatches, among: DocSets, limit: number): RankedDocs {
  const options = { limit, rankAtMost: Number.POSITIVE_INFINITY }
  const found = collecting(query, among, options, (input) => collect(input, matches.rule))
  return rankedDocs(rescored(query, found, limit), found.count)
}

function find(
  query: PreparedTextQuery,
  visible: DocSets,
  options: Required<MatchOptions>,
): { found: Collected; complete: number } {
  return collecting(query, visible, options, (input) => {
    const found = collectAll(input)
    const complete = found.count
    // A coffee table that mentions cups is no coffee cup: where the shop has cups, they are the answer.
    const isOther = complete > 0 && !found.isHeadNamed && input.isHeadKind()
    if ((complete >= enoughMatches(query) && !isOther) || query.terms.length < 2) return { found, complete }
    const some = collectSome(input, { named: found.named })
    return { found: some.count > complete ? some : found, complete }
  })
}

/** In a shop of twenty products, three that have every word are plenty. */
const ENOUGH_SHARE_OF_SHOP = 0.02

/** From this many complete matches on, words are not relaxed and nothing joins by meaning. */
export function enoughMatches({ request, index }: PreparedTextQuery): number {
  const docs = index.views.reduce((sum, { segment }) => sum + segment.docCount, 0)
  return Math.min(request.settings.relaxBelow, Math.max(1, Math.ceil(docs * ENOUGH_SHARE_OF_SHOP)))
}

/** Scores into the index's accumulators. */
function collecting<T>(
  query: PreparedTextQuery,
  visible: DocSets,
  options: Required<MatchOptions>,
  run: (input: CollectInput) => T,
): T {
  const { views, workspace } = query.index
  const docCounts = views.map(({ segment }) => segment.docCount)
  return workspace.withAccumulators(docCounts, (accumulators) =>
    run(collectInput(query, visible, options, accumulators)),
  )
}

function collectInput(
  query: PreparedTextQuery,
  visible: DocSets,
  { limit, rankAtMost }: Required<MatchOptions>,
  accumulators: Accumulators[],
): CollectInput {
  const { index, parsed, terms, excluded, byWeight, bySize, measured, numbers, tables } = query
  const termWeights = terms.map(({ weight }) => weight)
  const strongFields = terms.map((_, term) => strongFieldsOf(query, term))
  const bases = segmentBases(index.views)
  const inputs = index.views.map(
    ({ segment, ids, shard }, s): SegmentInput => ({
      segment,
      shard,
      ids,
      base: bases[s],
      excluded: excluded[s],
      price: parsed.price,
      head: parsed.head,
      measured,
      numbers,
      postings: terms.map(({ postings }) => postings[s]),
      termWeights,
      strongFields,
      byWeight,
      bySize,
      visible: visible[s] ?? null,
      tables,
      accumulators: accumulators[s],
    }),
  )
  return {
    segments: new SegmentSteps(inputs, accumulators, index.forkJoin),
    capacity: Math.max(limit, RESCORE_WINDOW),
    rankAtMost,
    namedEnough: terms.every(isGuessed) ? 1 : RANKING.strongEnough,
    isHeadKind: () => asksForKind(query),
  }
}

/** Where every word was corrected, a mention is a guess upon a guess. */
function isGuessed({ postings }: WeighedTerm): boolean {
  return postings.every((lists) => lists.every(({ kind }) => kind === 'typo'))
}

/** Docs of the segments before each. */
function segmentBases(views: PreparedTextQuery['index']['views']): number[] {
  let base = 0
  return views.map(({ segment }) => {
    base += segment.docCount
    return base - segment.docCount
  })
}

function rescored(query: PreparedTextQuery, found: Collected, limit: number): ScoredDoc[] {
  const { index, parsed, terms, tables } = query
  const { views, docTotal } = index
  const matchers = views.map((_, s) => new TermMatcher(terms.map(({ postings }) => postings[s])))
  const hits = rescore(found.top, {
    views,
    matchers,
    termCount: terms.length,
    partNumber: parsed.partNumber,
    idfs: query.request.prefixLast ? undefined : fieldIdfs(terms, docTotal),
    norms: tables,
    accessories:
      query.namesThing && views.length > 0
        ? new AccessoryDetector(views, matchers, parsed.head, index.analyzer)
        : undefined,
  })
  return hits.slice(0, limit)
}

function likelierQuery({ index, request, parsed, terms }: PreparedTextQuery): string | null {
  const { views, analyzer } = index
  const expanded = terms.map(({ postings }) => postings)
  return didYouMean({ views, analyzer, settings: request.settings }, parsed, expanded)
}

function rankedDocs(hits: readonly ScoredDoc[], count: number): RankedDocs {
  const docs = new Uint32Array(hits.length)
  const scores = new Float32Array(hits.length)
  const classes = new Uint8Array(hits.length)
  for (let i = 0; i < hits.length; i++) {
    docs[i] = hits[i].doc
    scores[i] = hits[i].score
    classes[i] = hits[i].matchClass
  }
  return { docs, scores, classes, count }
}
