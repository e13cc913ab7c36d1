/** Predicts the next product of a visit in diginetica and yoochoose1_64. */
import { VisitRanker } from '../../../packages/recommend/src/index.ts'
import { type Baseline, baselines } from './baselines.ts'
import { count, newTally, share } from './measures.ts'
import type { Split } from './eval-recommend.ts'
import { readVisits } from './read-data.ts'

const LIMIT = 20
/** Visits have no dates, so they are spread over this many days. */
const DAYS = 90

interface Contender {
  name: string
  std(visit: readonly number[]): number[]
  fresh(visit: readonly number[]): number[]
}

export function evalVisits(set: string, { fit, test, sample, alone }: Split): void {
  const train = fit.flatMap((part) => readVisits(`${set}/${part}.txt.gz`))
  const cases = readVisits(`${set}/${test}.txt.gz`)
  const step = Math.max(1, Math.floor(cases.length / sample))
  const chosen = cases.filter((_, i) => i % step === 0)
  console.log(`\n${set}: fitted on ${train.length} visits, ${chosen.length} visits of ${test}`)
  console.log('                 std HR@20  MRR@20   new HR@20  MRR@20   p50 µs   p99 µs')
  for (const contender of [...baselines(alone).map((make) => plain(make(train))), vitrine(train)])
    console.log(measure(contender, chosen))
}

function measure({ name, std, fresh }: Contender, cases: readonly number[][]): string {
  const [repeats, unseen] = [newTally(), newTally()]
  const times: number[] = []
  for (const visit of cases)
    for (let at = 1; at < visit.length; at++) {
      const prefix = visit.slice(0, at)
      const target = visit[at] as number
      const begun = performance.now()
      const ranked = std(prefix)
      times.push(performance.now() - begun)
      count(repeats, ranked.indexOf(target))
      if (!prefix.includes(target)) count(unseen, fresh(prefix).indexOf(target))
    }
  times.sort((a, b) => a - b)
  const micros = (quantile: number) =>
    `${Math.round(1000 * (times[Math.floor(times.length * quantile)] ?? 0))}`.padStart(8)
  const figures = [share(repeats.hits, repeats), share(repeats.reciprocal, repeats)]
  const unseenFigures = [share(unseen.hits, unseen), share(unseen.reciprocal, unseen)]
  return `${name.padEnd(16)} ${figures.join('     ')}   ${unseenFigures.join('     ')}  ${micros(0.5)} ${micros(0.99)}`
}

function plain(baseline: Baseline): Contender {
  return {
    name: baseline.name,
    std: (visit) => baseline.rank(visit, LIMIT),
    fresh: (visit) =>
      baseline
        .rank(visit, LIMIT + visit.length)
        .filter((item) => !visit.includes(item))
        .slice(0, LIMIT),
  }
}

function vitrine(train: readonly number[][]): Contender {
  const begun = performance.now()
  const model = VisitRanker.fit(train.map((items, i) => ({ items, day: 1 + Math.floor((i / train.length) * DAYS) })))
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`(vitrine fitted in ${seconds} s, ${Math.round(model.byteLength / 1e6)} MB)`)
  const rank = (visit: readonly number[], returns: 'allow' | 'leave out') =>
    model.rank(visit, { limit: LIMIT, returns }).map(({ item }) => item)
  return { name: 'vitrine', std: (visit) => rank(visit, 'allow'), fresh: (visit) => rank(visit, 'leave out') }
}
