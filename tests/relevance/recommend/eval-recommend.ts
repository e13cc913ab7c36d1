/**
 * `npm run eval -- recommend [--sample N] [--only SET] [--alone] [--test] [--data FOLDER]`: compares the server's own
 * models with plain baselines.
 * It fits on train and scores on valid; with `--test` it fits on train and valid and scores on `test` files
 * (`SET/test.txt.gz`, `online_retail/test.tsv.gz`).
 * First it prints how much the types of list overlap (`--only overlap`), which needs no data.
 * `--data` names a folder whose files replace those with the same path, such as test files that are stored elsewhere.
 * `--alone` leaves the baselines out.
 */
import { evalHistory } from './eval-history.ts'
import { evalOrders } from './eval-orders.ts'
import { printOverlap } from './eval-overlap.ts'
import { evalVisits } from './eval-visits.ts'
import { hasData, lookFirstIn } from './read-data.ts'

export interface Split {
  fit: readonly string[]
  test: string
  /** Approximate maximum of visits, shoppers or orders. */
  sample: number
  /** True to leave out the baselines, which take most of the time. */
  alone: boolean
}

const SETS: [string, (set: string, split: Split) => void][] = [
  ['diginetica', evalVisits],
  ['yoochoose1_64', evalVisits],
  ['amazon_beauty', evalHistory],
  ['online_retail', evalOrders],
]

export async function run(args: string[]): Promise<void> {
  const folder = option(args, '--data')
  if (folder !== undefined) lookFirstIn(folder)
  if (option(args, '--only') === undefined || option(args, '--only') === 'overlap') printOverlap()
  if (!hasData()) {
    console.error('the evaluation data is not at ../shared/data/recommend: nothing measured')
    process.exitCode = 1
    return
  }
  const sealed = args.includes('--test')
  const split: Split = {
    fit: sealed ? ['train', 'valid'] : ['train'],
    test: sealed ? 'test' : 'valid',
    alone: args.includes('--alone'),
    sample: Number(option(args, '--sample') ?? Number.POSITIVE_INFINITY),
  }
  const only = option(args, '--only')
  for (const [set, evaluate] of SETS) if (only === undefined || only === set) evaluate(set, split)
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args[at + 1]
}
