/** Predicts other products of an order in online_retail from one of them. */
import { BORROWED, BoughtTogether, ContentIndex, SparseAccumulator } from '../../../packages/recommend/src/index.ts'
import { seededRandom } from '../../../packages/server/src/features/search-health/laws/seeded-random.ts'
import { baselines } from './baselines.ts'
import type { Split } from './eval-recommend.ts'
import { readLines } from './read-data.ts'

const LIMIT = 10
const SEEDS = 3
/** The hit rate of a single draw varies by half a point, so draws are averaged. */
const DRAWS = 10

export function evalOrders(set: string, { fit, test, sample, alone }: Split): void {
  const train = fit.flatMap((part) => readOrders(`${set}/${part}.tsv.gz`))
  const orders = readOrders(`${set}/${test}.tsv.gz`).filter((order) => order.length > 1)
  const step = Math.max(1, Math.floor(orders.length / sample))
  const cases = orders.filter((_, i) => i % step === 0)
  const catalog = new Set(train.flat()).size
  console.log(
    `\n${set}: fitted on ${train.length} orders, ${cases.length} orders of ${test}, up to ${SEEDS} seeds each, mean of ${DRAWS} draws`,
  )
  console.log('                 HR@10   NDCG@10 coverage')
  for (const make of baselines(alone).slice(0, 2)) {
    const { name, rank } = make(train)
    const others = (seed: number) => rank([seed], LIMIT + 1).filter((item) => item !== seed)
    print(name, cases, { catalog, rank: remember((seed) => others(seed).slice(0, LIMIT)) })
  }
  const model = BoughtTogether.fit(train)
  print('plain F', cases, { catalog, rank: remember((seed) => plainPartners(model, seed)) })
  const alike = titleLikeness(set)
  const filled = (seed: number) =>
    fillUp(ids(model.rank([seed], { limit: LIMIT })), model.borrow(alike(seed), 2 * LIMIT), seed)
  print('vitrine', cases, { catalog, rank: remember((seed) => ids(model.rank([seed], { limit: LIMIT }))) })
  print('vitrine, titles', cases, { catalog, rank: remember(filled) })
}

/** Fills the list with partners of products with similar titles, like the server. */
function fillUp(own: readonly number[], borrowed: readonly { item: number }[], seed: number): number[] {
  const all = new Set([...own, ...ids(borrowed)])
  all.delete(seed)
  return [...all].slice(0, LIMIT)
}

function titleLikeness(set: string): (seed: number) => { item: number; score: number }[] {
  const titles = readLines(`${set}/items.tsv.gz`).map((line) => line.split('\t'))
  const words = (title = '') => title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const content = ContentIndex.fit(
    titles.map(([item, , title]) => [
      Number(item),
      { features: words(title).map((word) => `word:${word}`), price: null },
    ]),
  )
  const accumulator = new SparseAccumulator()
  return (seed) => {
    accumulator.reset(content.size)
    content.score(accumulator, [seed])
    return accumulator.top(BORROWED.alike)
  }
}

/** Ranks without places reserved for rarer partners. */
function plainPartners(model: BoughtTogether, seed: number): number[] {
  const accumulator = new SparseAccumulator()
  accumulator.reset(model.size)
  model.score(accumulator, [seed])
  return ids(accumulator.top(LIMIT))
}

function ids(ranked: readonly { item: number }[]): number[] {
  return ranked.map(({ item }) => item)
}

/** Caches results, because the same seed occurs in several draws. */
function remember(rank: (seed: number) => number[]): (seed: number) => number[] {
  const known = new Map<number, number[]>()
  return (seed) => {
    const ranked = known.get(seed) ?? rank(seed)
    known.set(seed, ranked)
    return ranked
  }
}

interface Answers {
  rank: (seed: number) => number[]
  catalog: number
}

/** Prints means over draws. Coverage is that of one draw, because it grows with the number of seeds. */
function print(name: string, cases: readonly number[][], answers: Answers): void {
  const sums = [0, 0, 0]
  for (let draw = 1; draw <= DRAWS; draw++)
    for (const [at, figure] of measureDraw(cases, answers, seededRandom(draw)).entries())
      sums[at] = (sums[at] ?? 0) + figure
  console.log(`${name.padEnd(16)} ${sums.map((sum) => (sum / DRAWS).toFixed(4)).join('  ')}`)
}

function measureDraw(cases: readonly number[][], { rank, catalog }: Answers, random: () => number): number[] {
  let [asked, hits, gain] = [0, 0, 0]
  const shown = new Set<number>()
  for (const order of cases)
    for (const seed of drawSeeds(order, random)) {
      const ranked = rank(seed)
      const others = new Set(order.filter((item) => item !== seed))
      asked++
      if (ranked.some((item) => others.has(item))) hits++
      gain += gainOf(ranked, others)
      for (const item of ranked) shown.add(item)
    }
  return [hits / asked, gain / asked, shown.size / catalog]
}

function gainOf(ranked: readonly number[], others: ReadonlySet<number>): number {
  const ideal = Array.from({ length: Math.min(LIMIT, others.size) }, (_, i) => 1 / Math.log2(i + 2))
  const got = ranked.map((item, i) => (others.has(item) ? 1 / Math.log2(i + 2) : 0))
  return got.reduce((sum, one) => sum + one, 0) / ideal.reduce((sum, one) => sum + one, 0)
}

/**
 * Draws the same seeds in every run. The first products of an order would be the oldest, so they are drawn at random.
 */
function drawSeeds(order: readonly number[], random: () => number): number[] {
  const left = [...order]
  return Array.from({ length: Math.min(SEEDS, order.length) }, () =>
    Number(left.splice(Math.floor(random() * left.length), 1)[0]),
  )
}

function readOrders(path: string): number[][] {
  return readLines(path).map((line) => [...new Set((line.split('\t')[3] ?? '').split(' ').map(Number))])
}
