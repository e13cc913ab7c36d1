import { writeFileSync } from 'node:fs'
import type { Measure, QueryScore } from './metrics.ts'
import { halfInterval, mean, median } from './statistics.ts'

export interface Figures {
  readonly queries: number
  readonly ndcg: number
  readonly judgedNdcg: number
  readonly recall: number
  readonly mrr: number
  readonly hit: number
  /** Half the 95 % interval of the headline measure. */
  readonly half: number
  readonly irrelevant: number
  /** Median share of the catalog that was found. */
  readonly returned: number
  readonly zeroResults: number
}

export function figuresOf(scores: readonly QueryScore[], headline: Measure): Figures {
  const of = (pick: (score: QueryScore) => number) => scores.map(pick)
  return {
    queries: scores.length,
    ndcg: mean(of((each) => each.ndcg)),
    judgedNdcg: mean(of((each) => each.judgedNdcg)),
    recall: mean(of((each) => each.recall)),
    mrr: mean(of((each) => each.mrr)),
    hit: mean(of((each) => each.hit)),
    half: halfInterval(of((each) => each[headline])),
    irrelevant: mean(of((each) => each.irrelevant)),
    returned: median(of((each) => each.returned)),
    zeroResults: mean(of((each) => each.zeroResults)),
  }
}

export interface RelevanceRow {
  readonly set: string
  readonly contender: string
  readonly measure: Measure
  readonly queries: number
  readonly value: number
  readonly half: number
  /** Median share of the catalog that was found. */
  readonly returned: number
}

export function rowOf(set: string, contender: string, figures: Figures, measure: Measure): RelevanceRow {
  const { queries, half, returned } = figures
  return { set, contender, measure, queries, value: figures[measure], half, returned }
}

/** The page of measurements is made from these results. */
export function saveRows(name: string, args: readonly string[], rows: readonly RelevanceRow[]): void {
  const file = new URL(`../../../bench/results/relevance-${name}.json`, import.meta.url)
  const command = `npm run eval -- ${[name, ...args].join(' ')}`
  writeFileSync(file, `${JSON.stringify({ command, rows }, null, 2)}\n`)
}

const columns = 'queries  NDCG@10  judged  Recall@50    MRR  hit@10  ± (95 %)  irrelevant@10  returned  no results'
export const figureHead = `${'set'.padEnd(15)} ${'contender'.padEnd(18)} ${columns}`

export function figureLine(set: string, contender: string, figures: Figures): string {
  const { queries, ndcg, judgedNdcg, recall, mrr, hit, half, irrelevant, returned, zeroResults } = figures
  const cells = [
    String(queries).padStart(7),
    ndcg.toFixed(4).padStart(8),
    judgedNdcg.toFixed(4).padStart(7),
    recall.toFixed(4).padStart(10),
    mrr.toFixed(4).padStart(6),
    hit.toFixed(4).padStart(7),
    `±${half.toFixed(4)}`.padStart(9),
    irrelevant.toFixed(2).padStart(14),
    `${(100 * returned).toFixed(1)} %`.padStart(9),
    `${(100 * zeroResults).toFixed(1)} %`.padStart(11),
  ]
  return `${set.padEnd(15)} ${contender.padEnd(18)} ${cells.join(' ')}`
}
