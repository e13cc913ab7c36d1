/**
 * Simulates a month of shoppers with several behaviors, and writes one row per shop, behavior and number of visits.
 * `--held-out` uses real clicks instead.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { LEARNED_MODELS } from '../../../packages/recommend/src/learn/prove-learning.ts'
import type { SetName } from '../search/judged-set.ts'
import { mean } from '../search/statistics.ts'
import { type HeldOut, holdOutQueries } from './held-out-queries.ts'
import { type JudgedShop, readJudgedShop } from './judged-shop.ts'
import { type Agreement, agreementOf } from './replay-agreement.ts'
import { type Learner, LEARNERS, type Outcome, runShop } from './run-shop.ts'
import { BEHAVIOURS, type BehaviourName } from './shopper-behaviours.ts'

const RESULTS = fileURLToPath(new URL('../../../bench/results/learning.json', import.meta.url))

interface Difference {
  mean: number
  /** Half the 95 % interval over seeds. */
  half: number
}

export interface LearningRow {
  shop: string
  behaviour: string
  visits: number
  seeds: number
  checks: number
  /** NDCG@10 without learning, then the gain from each way of learning. */
  ndcg: number
  counting: Difference
  clicks_over_expected: Difference
  gated: Difference
  /** Months in which each model was admitted, and in which it made answers worse. */
  admitted: Record<string, number>
  wrong: Record<string, number>
  replay: Agreement
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      set: { type: 'string', multiple: true, default: ['esci', 'crowdflower', 'icecat'] },
      behaviour: { type: 'string', multiple: true, default: Object.keys(BEHAVIOURS) },
      visits: { type: 'string', multiple: true, default: ['100', '1000', '10000', '100000'] },
      seeds: { type: 'string', default: '20' },
      checks: { type: 'string', default: '30' },
      out: { type: 'string', default: RESULTS },
      'held-out': { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
    },
  })
  const clicks = values['held-out'] ? readJudgedShop('bestbuy_clicks', Number.POSITIVE_INFINITY) : undefined
  if (clicks) {
    const held_out = await holdOutQueries(clicks)
    console.log(clicks.name, JSON.stringify(held_out))
    write(values.out, { ...readResults(values.out), held_out })
    return
  }
  for (const name of values.set) {
    const shop = readJudgedShop(name as SetName)
    if (shop === undefined) {
      console.log(`${name} is not there: see CONTRIBUTING.md`)
      continue
    }
    for (const behaviour of values.behaviour as BehaviourName[])
      for (const visits of values.visits) {
        if (!values.again && isKept({ shop: name, behaviour, visits: Number(visits) }, values.out)) continue
        const counts = { visits: Number(visits), seeds: Number(values.seeds), checks: Number(values.checks) }
        const row = await simulate(shop, { behaviour, ...counts })
        console.log(lineOf(row))
        keep(row, values.out)
      }
  }
}

interface Experiment {
  behaviour: BehaviourName
  visits: number
  seeds: number
  checks: number
}

export async function simulate(
  shop: JudgedShop,
  { behaviour, visits, seeds, checks }: Experiment,
): Promise<LearningRow> {
  const runs = Array.from({ length: seeds }, (_, seed) => ({ shop, behaviour, visits, seed, checks }))
  const months = new Map<Learner, Outcome[]>()
  for (const learner of LEARNERS) months.set(learner, await Promise.all(runs.map((one) => runShop(one, learner))))
  const [counting, over, gated] = LEARNERS.map((learner) => months.get(learner)!) as [Outcome[], Outcome[], Outcome[]]
  const monthsWith = (of: 'admitted' | 'wrong') =>
    Object.fromEntries(LEARNED_MODELS.map((name) => [name, gated.filter((one) => one[of].includes(name)).length]))
  const agreed = runs.map(agreementOf)
  const sum = (of: keyof Agreement) => agreed.reduce((all, one) => all + one[of], 0)
  return {
    shop: shop.name,
    ...{ behaviour, visits, seeds, checks },
    ndcg: rounded(mean(gated.map(({ unlearned }) => unlearned))),
    counting: differenceOf(counting),
    clicks_over_expected: differenceOf(over),
    gated: differenceOf(gated),
    admitted: monthsWith('admitted'),
    wrong: monthsWith('wrong'),
    replay: { clear: sum('clear'), sign: sum('sign'), told: sum('told'), right: sum('right') },
  }
}

function differenceOf(some: readonly Outcome[]): Difference {
  const differences = some.map(({ ndcg, unlearned }) => ndcg - unlearned)
  const middle = mean(differences)
  const variance = mean(differences.map((one) => (one - middle) ** 2)) / Math.max(1, differences.length - 1)
  return { mean: rounded(middle), half: rounded(1.96 * Math.sqrt(variance)) }
}

function lineOf({ shop, behaviour, visits, ndcg, admitted, wrong, replay, ...ways }: LearningRow): string {
  const cell = ({ mean: by, half }: Difference) => `${by < 0 ? '' : '+'}${by.toFixed(3)} ±${half.toFixed(3)}`
  const live = LEARNED_MODELS.map((name) => `${name} ${admitted[name]}/${wrong[name]}`).join(', ')
  return [
    ...[shop.padEnd(12), behaviour.padEnd(10), String(visits).padStart(6), ndcg.toFixed(3)],
    ...[cell(ways.counting), cell(ways.clicks_over_expected), cell(ways.gated)],
    `live/wrong of ${ways.seeds}: ${live}; replay ${replay.sign}/${replay.clear}, where told ${replay.right}/${replay.told}`,
  ].join('  ')
}

type Key = Pick<LearningRow, 'shop' | 'behaviour' | 'visits'>

const keyOf = ({ shop, behaviour, visits }: Key) => `${shop} ${behaviour} ${String(visits).padStart(9)}`

interface Results {
  rows: LearningRow[]
  /** Results with real clicks and held-out queries. */
  held_out?: HeldOut
}

function readResults(file: string): Results {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { rows: [] }
}

function write(file: string, results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
}

function isKept(row: Key, file: string): boolean {
  return readResults(file).rows.some((one) => keyOf(one) === keyOf(row))
}

/** Replaces the row of the same experiment. */
function keep(row: LearningRow, file: string): void {
  const results = readResults(file)
  const others = results.rows.filter((one) => keyOf(one) !== keyOf(row))
  const all = [...others, row].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  write(file, { ...results, rows: all })
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
