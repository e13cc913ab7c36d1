/** A shop's products as immutable segments, with the live docs of each. A write returns a new index. */
import { type Bitset, clearBit, countBits, fullBitset, hasBit, listBits } from '../columns/bitset.ts'
import { buildColumnSegment, type ColumnSegment, findDoc } from '../columns/column-segment.ts'
import { CountsPool } from '../facets/value-counts.ts'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { Memo } from '../text/memo.ts'
import { buildTextSegment, mergeTextSegments, type TextIndex, type TextSegment } from '../text/text-segment.ts'
import { Workspace } from '../match/workspace.ts'
import type { EngineDoc } from '../columns/engine-doc.ts'
import { mergeColumnSegments } from '../columns/merge-columns.ts'

export interface ShopIndex {
  views: readonly SegmentView[]
  docCount: number
  /** Decides how texts are split into words and stemmed. */
  locale: string
  /** Keyed by product id. Segments that are added later take their sales figures from here. */
  sales: ReadonlyMap<number, number>
  text: TextIndex
  workspace: Workspace
  /** Caches results that span segments. */
  memo: Memo
  counts: CountsPool
}

/** Plain data, which can be passed between threads. */
export interface SegmentData {
  segment: Segment
  liveDocs: Bitset
  liveDocCount: number
  /** Indexed by doc. Replaces the segment's own figures after `withPopularity`. */
  popularity: Float32Array
}

export interface SegmentView extends SegmentData {
  memo: Memo
  /** Caches results that depend on sales figures, which change without a new segment. */
  salesMemo: Memo
}

export function emptyIndex(locale: string): ShopIndex {
  return openIndex({ segments: [], locale })
}

/** The parts of an index that are stored in files and passed between threads. */
export interface IndexData {
  segments: readonly SegmentData[]
  locale: string
}

export function openIndex({ segments, locale }: IndexData): ShopIndex {
  const views = segments.map((data) => ({ ...data, ...memosFor(data.segment) }))
  return snapshotOf(views, {
    locale,
    sales: new Map(),
    counts: new CountsPool(),
    workspace: new Workspace(),
  })
}

export function indexData({ views, locale }: ShopIndex): IndexData {
  const segments = views.map(({ segment, liveDocs, liveDocCount, popularity }) => ({
    segment,
    liveDocs,
    liveDocCount,
    popularity,
  }))
  return { segments, locale }
}

/** Returns the memory of the index, including everything that queries cached. */
export function indexBytes(index: ShopIndex): number {
  const { memo, counts, workspace, views } = index
  const kept = views.reduce((sum, { memo, salesMemo }) => sum + memo.bytes + salesMemo.bytes, 0)
  const shared = memo.bytes + counts.bytes + workspace.bytes
  return byteLengthOf(indexData(index)) + kept + shared
}

export function buildIndex(docs: readonly EngineDoc[], locale: string): ShopIndex {
  return withSegment(emptyIndex(locale), buildSegment(docs, locale), [])
}

/** Returns a new index. A product that is both upserted and deleted is deleted. */
export function withChanges(index: ShopIndex, upserts: readonly EngineDoc[], deletes: readonly number[]): ShopIndex {
  const gone = new Set(deletes)
  const kept = upserts.filter(({ id }) => !gone.has(id))
  return withSegment(index, buildSegment(kept, index.locale), deletes)
}

/** Returns a new index in which the segment's products replace older ones with the same id. */
export function withSegment(index: ShopIndex, segment: Segment, deletes: readonly number[]): ShopIndex {
  const gone = [...segment.columns.ids, ...deletes]
  const older = index.views.map((view) => withoutProducts(view, gone)).filter(({ liveDocCount }) => liveDocCount > 0)
  const fresh = segment.columns.docCount === 0 ? [] : [freshView(segment, index.sales)]
  return snapshotOf([...older, ...fresh], index)
}

/** Products replaced or removed since `liveAtStart`, the live docs when the merge began, stay removed. */
export function withMerged(
  index: ShopIndex,
  sources: readonly Segment[],
  liveAtStart: readonly Bitset[],
  merged: Segment,
) {
  const liveDocs = fullBitset(merged.columns.docCount)
  let out = 0
  for (let s = 0; s < sources.length; s++) {
    const now = index.views.find(({ segment }) => segment === sources[s])?.liveDocs
    for (const doc of listBits(liveAtStart[s])) {
      if (!now || !hasBit(now, doc)) clearBit(liveDocs, out)
      out++
    }
  }
  const fused: SegmentView = { ...freshView(merged, index.sales), liveDocs, liveDocCount: countBits(liveDocs) }
  const others = index.views.filter(({ segment }) => !sources.includes(segment))
  return snapshotOf(fused.liveDocCount === 0 ? others : [fused, ...others], index)
}

/** Returns a new index with these sales figures. Products that are not listed get 0. */
export function withPopularity(index: ShopIndex, sales: ReadonlyMap<number, number>): ShopIndex {
  const views = index.views.map((view) => ({
    ...view,
    popularity: salesOf(view.segment, sales),
    salesMemo: memosFor(view.segment).salesMemo,
  }))
  return snapshotOf(views, { ...index, sales })
}

/** Returns undefined if no live product has this id. */
export function locate(index: ShopIndex, id: number): { view: number; doc: number } | undefined {
  for (let v = 0; v < index.views.length; v++) {
    const { segment, liveDocs } = index.views[v]
    const doc = findDoc(segment.columns, id)
    if (doc >= 0 && hasBit(liveDocs, doc)) return { view: v, doc }
  }
  return undefined
}

type IndexParts = Pick<ShopIndex, 'locale' | 'sales' | 'counts' | 'workspace'>

function snapshotOf(views: readonly SegmentView[], { locale, sales, counts, workspace }: IndexParts): ShopIndex {
  const docCount = views.reduce((sum, { liveDocCount }) => sum + liveDocCount, 0)
  const memo = new Memo(docCount)
  const textViews = views.map(({ segment, liveDocs, liveDocCount, memo }) => ({
    segment: segment.text,
    liveDocs,
    isWhole: liveDocCount === segment.columns.docCount,
    ids: segment.columns.ids,
    memo,
  }))
  return {
    views,
    docCount,
    locale,
    sales,
    text: { views: textViews, analyzer: analyzerFor(locale), memo },
    memo,
    workspace,
    counts,
  }
}

function memosFor({ columns }: Segment): Pick<SegmentView, 'memo' | 'salesMemo'> {
  return { memo: new Memo(columns.docCount), salesMemo: new Memo(columns.docCount) }
}

function freshView(segment: Segment, sales: ReadonlyMap<number, number>): SegmentView {
  const { docCount, popularity } = segment.columns
  const current = sales.size === 0 ? popularity : salesOf(segment, sales)
  return {
    segment,
    liveDocs: fullBitset(docCount),
    liveDocCount: docCount,
    popularity: current,
    ...memosFor(segment),
  }
}

function salesOf({ columns }: Segment, sales: ReadonlyMap<number, number>): Float32Array {
  return Float32Array.from(columns.ids, (id) => sales.get(id) ?? 0)
}

function withoutProducts(view: SegmentView, ids: readonly number[]): SegmentView {
  let liveDocs = view.liveDocs
  for (const id of ids) {
    const doc = findDoc(view.segment.columns, id)
    if (doc < 0 || !hasBit(liveDocs, doc)) continue
    if (liveDocs === view.liveDocs) liveDocs = view.liveDocs.slice()
    clearBit(liveDocs, doc)
  }
  return liveDocs === view.liveDocs ? view : { ...view, liveDocs, liveDocCount: countBits(liveDocs) }
}

export function byteLengthOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (value instanceof Map) return [...value.values()].reduce((sum: number, part) => sum + byteLengthOf(part), 0)
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce((sum: number, part) => sum + byteLengthOf(part), 0)
}

/** A batch of indexed products. Immutable plain data, which can be passed between threads. */
export interface Segment {
  columns: ColumnSegment
  text: TextSegment
}

/** If docs share an id, the last one is kept. */
export function buildSegment(docs: readonly EngineDoc[], locale: string): Segment {
  const latest = [...new Map(docs.map((doc) => [doc.id, doc])).values()]
  const text = latest.map((doc) => doc.text)
  return { columns: buildColumnSegment(latest), text: buildTextSegment(text, analyzerFor(locale)) }
}

export interface SegmentPart {
  segment: Segment
  liveDocs: Bitset
}

export function mergeSegments(parts: readonly SegmentPart[]): Segment {
  return {
    columns: mergeColumnSegments(parts.map(({ segment, liveDocs }) => ({ columns: segment.columns, liveDocs }))),
    text: mergeTextSegments(parts.map(({ segment, liveDocs }) => ({ segment: segment.text, liveDocs }))),
  }
}
