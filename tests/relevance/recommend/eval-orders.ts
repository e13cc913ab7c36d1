/** Bought together: online_retail. From one product of an order, are others of the order in the ten answered? */
import { BoughtTogether, ScoreBoard } from '../../../packages/recommend/src/index.ts'
import { baselines } from './baselines.ts'
import type { Split } from './eval-recommend.ts'
import { readLines } from './read-data.ts'

const LIMIT = 10
const SEEDS = 3

export function evalOrders(set: string, { fit, test, sample, alone }: Split): void {
  const train = fit.flatMap((part) => readOrders(`${set}/${part}.tsv.gz`))
  const orders = readOrders(`${set}/${test}.tsv.gz`).filter((order) => order.length > 1)
  const step = Math.max(1, Math.floor(orders.length / sample))
  const cases = orders.filter((_, i) => i % step === 0)
  const catalog = new Set(train.flat()).size
  console.log(
    `\n${set}: fitted on ${train.length} orders, ${cases.length} orders of ${test}, up to ${SEEDS} seeds each`,
  )
  console.log('                 HR@10   NDCG@10 coverage')
  for (const make of baselines(alone).slice(0, 2)) {
    const { name, rank } = make(train)
    print(name, cases, {
      catalog,
      rank: (seed) =>
        rank([seed], LIMIT + 1)
          .filter((item) => item !== seed)
          .slice(0, LIMIT),
    })
  }
  const model = BoughtTogether.fit(train)
  const board = new ScoreBoard()
  const rank = (seed: number) => {
    board.reset(model.size)
    model.score(board, [seed])
    return board.top(LIMIT).map(({ item }) => item)
  }
  print('vitrine', cases, { catalog, rank })
}

function print(
  name: string,
  cases: readonly number[][],
  { rank, catalog }: { rank: (seed: number) => number[]; catalog: number },
): void {
  let [asked, hits, gain] = [0, 0, 0]
  const shown = new Set<number>()
  for (const order of cases)
    for (const seed of seedsOf(order)) {
      const ranked = rank(seed)
      const others = new Set(order.filter((item) => item !== seed))
      asked++
      if (ranked.some((item) => others.has(item))) hits++
      gain += gainOf(ranked, others)
      for (const item of ranked) shown.add(item)
    }
  const figures = [hits / asked, gain / asked, shown.size / catalog].map((figure) => figure.toFixed(4))
  console.log(`${name.padEnd(16)} ${figures.join('  ')}`)
}

function gainOf(ranked: readonly number[], others: ReadonlySet<number>): number {
  const ideal = Array.from({ length: Math.min(LIMIT, others.size) }, (_, i) => 1 / Math.log2(i + 2))
  const got = ranked.map((item, i) => (others.has(item) ? 1 / Math.log2(i + 2) : 0))
  return got.reduce((sum, one) => sum + one, 0) / ideal.reduce((sum, one) => sum + one, 0)
}

/** Orders list their products by number, so the first ones would all be old stock: seeds are drawn, the same in every run. */
function seedsOf(order: readonly number[]): number[] {
  const draw = (item: number) => Math.imul((item + 1) ^ (order.length * 2654435761), 2246822519) >>> 0
  return [...order].sort((a, b) => draw(a) - draw(b)).slice(0, SEEDS)
}

function readOrders(path: string): number[][] {
  return readLines(path).map((line) => [...new Set((line.split('\t')[3] ?? '').split(' ').map(Number))])
}
