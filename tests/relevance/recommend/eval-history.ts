/** Predicts the next purchase of a known shopper in amazon_beauty, among items that the shopper does not have. */
import { Slist, VisitRanker } from '../../../packages/recommend/src/index.ts'
import { baselines } from './baselines.ts'
import type { Split } from './eval-recommend.ts'
import { count, newTally, share } from './measures.ts'
import { readLines } from './read-data.ts'

const LIMIT = 10

interface Case {
  history: number[]
  target: number
}

export function evalHistory(set: string, { fit, test, sample, alone }: Split): void {
  const histories = new Map(readLines(`${set}/train.txt.gz`).map((line) => split(line)))
  // The final test may use the validation item as history.
  if (fit.includes('valid')) for (const [user, item] of targets(set, 'valid')) histories.get(user)?.push(item)
  const all = targets(set, test).map(([user, target]) => ({ history: histories.get(user) ?? [], target }))
  const step = Math.max(1, Math.floor(all.length / sample))
  const cases = all.filter((_, i) => i % step === 0)
  const visits = [...histories.values()]
  console.log(`\n${set}: fitted on ${visits.length} shoppers, ${cases.length} cases of ${test}`)
  console.log('                 HR@10   NDCG@10')
  for (const make of baselines(alone)) {
    const { name, rank } = make(visits)
    const fresh = (history: readonly number[]) =>
      rank(history, LIMIT + history.length).filter((item) => !history.includes(item))
    print(name, cases, (history) => fresh(history).slice(0, LIMIT))
  }
  const model = VisitRanker.fit(visits.map((items) => ({ items, day: 1 })))
  const rank = (history: readonly number[]) =>
    model.rank(history, { limit: LIMIT, returns: 'leave out' }).map(({ item }) => item)
  print('vitrine', cases, rank)
  model.slist = Slist.fit(visits)
  print('vitrine nightly', cases, rank)
}

function print(name: string, cases: readonly Case[], rank: (history: readonly number[]) => number[]): void {
  const tally = newTally()
  for (const { history, target } of cases) count(tally, rank(history).indexOf(target))
  console.log(`${name.padEnd(16)} ${share(tally.hits, tally)}  ${share(tally.gain, tally)}`)
}

function split(line: string): [number, number[]] {
  const [user, ...items] = line.split(' ').map(Number)
  return [user as number, items]
}

function targets(set: string, part: string): [number, number][] {
  return readLines(`${set}/${part}.txt.gz`).map((line) => line.split('\t').map(Number) as [number, number])
}
