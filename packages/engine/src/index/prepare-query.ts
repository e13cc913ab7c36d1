/**
 * A request to the index, prepared once and then taken step by step: match, filter, facets, explain. The set of matches
 * never depends on filters, facets, sort or page, so every caller gets the same numbers.
 */
import { type Bitset, countBits, hasBit, listBits, setBit } from '../columns/bitset.ts'
import { countFacets, unionFor } from '../facets/count-facets.ts'
import { cutPrices, samplePrices } from '../facets/cut-prices.ts'
import type { FacetField, NumberRange } from '../facets/facet-field.ts'
import type { FacetRequest, FacetResult } from '../facets/facet-request.ts'
import { doFilterTask, type FilterTask } from '../facets/facet-task.ts'
import { compileFilters, type FilterInput, type FilterSets } from '../facets/filter-sets.ts'
import type { ValueUnion } from '../facets/value-union.ts'
import { explainMatch } from '../text/explain-match.ts'
import { type PreparedTextQuery, prepareTextQuery } from '../text/prepare-query.ts'
import type { FoundWord } from '../text/text-query.ts'
import { findMatches, type Matches } from './find-matches.ts'
import type { FindRequest } from './search-request.ts'
import { cacheKey } from './segment-cache.ts'
import { locate, type ShopIndex } from './shop-index.ts'
import { constraintFilter } from '../understand/constraint-filter.ts'
import { visibleTo } from './visibility-filter.ts'

export function prepareQuery(index: ShopIndex, request: FindRequest): PreparedQuery {
  const visible = visibleTo(index, request.visibility)
  const text = request.query && prepareTextQuery(index.text, request.query)
  return new PreparedQuery(index, request, request.among ? onlyThese(index, visible, request.among) : visible, text)
}

export class PreparedQuery {
  readonly index: ShopIndex
  readonly request: FindRequest
  /** By segment: what the shopper may see, before query and filters. */
  readonly visible: readonly Bitset[]
  /** Absent when browsing. */
  readonly text: PreparedTextQuery | undefined

  constructor(index: ShopIndex, request: FindRequest, visible: readonly Bitset[], text: PreparedTextQuery | undefined) {
    this.index = index
    this.request = request
    this.visible = visible
    this.text = text
  }

  /** Which of the visible docs answer the query. */
  match(): Matches {
    return findMatches(this)
  }

  /** By segment: which of the matches pass the shopper's selections. */
  filter({ matched }: Matches): FilterSets[] {
    const { index } = this
    const inputs = index.views.map((_, view) => this.#filterInput(matched[view], view))
    const passed = this.#passedAtOnce(inputs)
    return inputs.map((input, view) => compileFilters(index.views[view].segment.columns, input, passed?.[view]))
  }

  #filterInput(candidates: Bitset, view: number): FilterInput {
    const { selections, prices, constraints = [] } = this.request
    const understood =
      constraints.length === 0
        ? undefined
        : constraintFilter({ index: this.index, view, docs: listBits(candidates) }, constraints, {
            prices,
            pinned: this.#pinned(view),
          })
    return { candidates, understood, selections, prices }
  }

  /** undefined: not worth other threads. */
  #passedAtOnce(inputs: readonly FilterInput[]): Bitset[] | undefined {
    const { views, text } = this.index
    const { forkJoin } = text
    if (!forkJoin || inputs.length < 2 || this.request.selections.length === 0) return undefined
    const docs = inputs.reduce((sum, { candidates, understood }) => {
      return sum + (understood ? understood.docs.length : countBits(candidates))
    }, 0)
    if (docs < forkJoin.leastWork) return undefined
    const work = inputs.map((input, view) => {
      const { segment } = views[view]
      const task: FilterTask = { kind: 'filters', input }
      const here = () => doFilterTask(segment.columns, task)
      return { shard: segment, docCount: segment.columns.docCount, task, here, again: here }
    })
    return forkJoin.run<Bitset>(work)
  }

  #pinned(view: number): Set<number> {
    const places = (this.request.rules?.pins ?? []).map(({ id }) => locate(this.index, id))
    return new Set(places.flatMap((place) => (place?.view === view ? [place.doc] : [])))
  }

  facets(filters: readonly FilterSets[], facets: readonly FacetRequest[]): FacetResult[] {
    const { request, index, visible } = this
    const { selections, prices } = request
    const unionOf = (field: FacetField) => valueUnion(index, field)
    const priceRanges = () => priceRangesOf(index, request, visible)
    const { forkJoin } = index.text
    const threads = forkJoin && { forkJoin, shards: index.views.map(({ segment }) => segment) }
    const counting = { filters, selections, prices, visible, unionOf, pool: index.counts, priceRanges, threads }
    return countFacets(facets, counting)
  }

  /** Which words of the query a doc has, and where. */
  explain(view: number, doc: number): FoundWord[] {
    return this.text ? explainMatch(this.text, view, doc) : []
  }
}

function onlyThese(index: ShopIndex, visible: readonly Bitset[], ids: readonly number[]): Bitset[] {
  const these = visible.map((set) => new Uint32Array(set.length))
  for (const id of ids) {
    const found = locate(index, id)
    if (found && hasBit(visible[found.view], found.doc)) setBit(these[found.view], found.doc)
  }
  return these
}

/** Cut where the prices of the page lie, whatever is asked and picked there: ranges must not move under the shopper's hand. */
export function priceRangesOf(
  index: ShopIndex,
  { visibility, prices, among }: Pick<FindRequest, 'visibility' | 'prices' | 'among'>,
  visible: readonly Bitset[],
): readonly NumberRange[] {
  const columns = index.views.map(({ segment }) => segment.columns)
  const cut = () => cutPrices(samplePrices(columns, visible, prices), prices.decimals)
  if (among) return cut()
  const key = cacheKey([{ ...visibility, hidden: undefined, nowMs: undefined }, prices])
  const known = index.cache.priceRanges.get(key)
  if (known) return known
  const ranges = cut()
  index.cache.priceRanges.set(key, ranges)
  return ranges
}

/** Made when a facet is first asked for, and kept with the snapshot. */
export function valueUnion({ views, cache }: ShopIndex, field: FacetField): ValueUnion {
  const key = JSON.stringify(field)
  const known = cache.unions.get(key)
  if (known) return known
  const segments = views.map((view) => ({
    columns: view.segment.columns,
    liveDocs: view.liveDocs,
    known: view.cache.dictionaries,
  }))
  const union = unionFor(field, segments)
  cache.unions.set(key, union)
  return union
}
