/** Compares the server's models with baselines. Files in the folder `--data` replace those of the same name. */
import { evalHistory } from './eval-history.ts'
import { evalOrders } from './eval-orders.ts'
import { printOverlap } from './eval-overlap.ts'
import { evalVisits } from './eval-visits.ts'
import { hasData, lookFirstIn } from './read-data.ts'

export interface Split {
  fit: readonly string[]
  test: string
  /** Approximate number of visits, shoppers or orders. */
  sample: number
  /** Leaves out the baselines, which take most of the time. */
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
    console.error('nothing was measured, because ../shared/data/recommend has no data')
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
