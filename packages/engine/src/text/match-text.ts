import { analyzerFor } from './analysis/analyzer.ts'
import { expandSlots, type SlotSources } from './match/expand-slots.ts'
import { parseQuery, type Slot } from './match/parse-query.ts'
import { ranking } from './match/ranking.ts'
import { clearFound, scoreAll, scoreAny, type ScoreInput } from './match/score-segment.ts'
import { scoreTables } from './match/score-tables.ts'
import { scratchFor } from './match/scratch.ts'
import { sourceSize } from './match/source.ts'
import { measureCloseness, SlotFinder } from './match/title-features.ts'
import { TopHits } from './match/top-hits.ts'
import type { TextMatches, TextQuery } from './text-query.ts'
import type { TextSegment } from './text-segment.ts'

export type { TextMatches, TextQuery } from './text-query.ts'

const rerankWindow = 200

export function matchText(segments: readonly TextSegment[], query: TextQuery): TextMatches {
  const analyzer = analyzerFor(query.locale)
  const parsed = parseQuery(query.text, analyzer, new Set(query.settings.stopWords))
  const slots = parsed.slots.filter((s) => !s.optional)
  const expanded = expandSlots({ segments, slots, analyzer, settings: query.settings, prefixLast: query.prefixLast })
  const docTotal = segments.reduce((sum, segment) => sum + segment.docCount, 0)
  const worths = expanded.map((sources) => slotWorth(sources, docTotal))
  const tables = scoreTables(segments, query.settings)
  const order = slots.map((_, i) => i).sort((a, b) => worths[b] - worths[a])
  const inputs: ScoreInput[] = segments.map((segment, s) => ({
    segment, sources: expanded.map((e) => e[s]), worths, order, allow: query.allow?.[s] ?? null, tables, scratch: scratchFor(segment.docCount),
  }))
  let relaxed = false
  let run = collect(inputs, query, (i) => scoreAll(i), false)
  if (run.count < query.settings.relaxBelow && slots.length > 1) {
    relaxed = true
    run = collect(inputs, query, (i) => scoreAny(i), true)
  }
  const finders = inputs.map((i) => new SlotFinder(i.sources))
  const bases = basesOf(segments)
  const hits = run.top.order().map((p) => ({ doc: run.top.docs[p], score: run.top.scores[p], id: run.top.ids[p] }))
  const window = hits.slice(0, rerankWindow)
  for (const hit of window) {
    let s = segments.length - 1
    while (bases[s] > hit.doc) s--
    const c = measureCloseness(segments[s], hit.doc - bases[s], finders[s], slots.length)
    hit.score *= 1 + ranking.titlePair * c.titlePairs + ranking.descriptionPair * c.descriptionPairs + ranking.titleShare * c.titleShare + (c.isPhrase ? ranking.phrase : 0)
  }
  window.sort((a, b) => b.score - a.score || a.id - b.id)
  const all = window.concat(hits.slice(rerankWindow)).slice(0, query.limit)
  return {
    count: run.count,
    docs: Uint32Array.from(all, (h) => h.doc),
    scores: Float32Array.from(all, (h) => h.score),
    classes: new Uint8Array(all.length),
    corrected: null, didYouMean: null, relaxed,
    understood: { price: parsed.price, colors: [], sizes: [], productTypes: [], vendors: [], excluded: parsed.excluded },
    terms: [],
  }
}

function collect(inputs: readonly ScoreInput[], query: TextQuery, score: (i: ScoreInput) => number, relaxed: boolean) {
  const top = new TopHits(Math.max(query.limit, rerankWindow))
  let count = 0
  let base = 0
  inputs.forEach((input, s) => {
    const found = score(input)
    const { scratch } = input
    let totalWorth = 0
    for (const w of input.worths) totalWorth += w
    for (let i = 0; i < found; i++) {
      const doc = scratch.docs[i]
      let value = scratch.scores[doc]
      if (relaxed) {
        let worth = 0
        for (let w = 0; w < input.worths.length; w++) if (scratch.found[doc] & (1 << w)) worth += input.worths[w]
        const share = worth / totalWorth
        if (share < ranking.relaxedShare) continue
        value *= share ** ranking.coverage
      }
      count++
      top.add(base + doc, value, query.tieBreak?.[s]?.[doc] ?? base + doc)
    }
    clearFound(scratch, found)
    base += input.segment.docCount
  })
  return { top, count }
}

function basesOf(segments: readonly TextSegment[]): number[] {
  let base = 0
  return segments.map((segment) => (base += segment.docCount) - segment.docCount)
}

function slotWorth(sources: SlotSources, docTotal: number): number {
  let df = 0
  for (const list of sources) {
    let main = 0, most = 0
    for (const s of list) { if (s.kind === 'exact' || s.kind === 'stem') main += sourceSize(s); most = Math.max(most, sourceSize(s)) }
    df += main || most
  }
  df = Math.min(df, docTotal)
  return Math.log(1 + (docTotal - df + 0.5) / (df + 0.5))
}
