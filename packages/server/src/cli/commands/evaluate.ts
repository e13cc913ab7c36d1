import { Command } from 'commander'
import { print } from '../output.ts'
import type { HealthAnswer } from '../target/admin-target.ts'
import { chooseShop, onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface EvaluateOptions extends TargetOptions {
  shop?: string
}

export function evaluateCommand(): Command {
  return withTarget(new Command('evaluate'))
    .description('rate a shop’s search: the laws of search, a replay of last month’s searches, what fails and why')
    .option('--shop <domain>', 'the shop; optional if there is only one')
    .action(evaluate)
}

async function evaluate(options: EvaluateOptions): Promise<void> {
  await onTarget(options, async (target) => {
    const shop = await chooseShop(target, options.shop)
    const answer = await target.searchHealth(shop)
    print(options, { shop, ...answer }, linesOf(shop, answer))
  })
}

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 1000) / 10} %`)

type Worst = NonNullable<HealthAnswer['health']>['worst'][number]

function aboutOf({ about: { to, words = [] } }: Worst): string {
  const said = to ?? words.join(', ')
  return said === '' ? '' : ` (${said})`
}

function linesOf(shop: string, { health }: HealthAnswer): string[] {
  if (!health) return [`${shop}: there was nothing to evaluate`]
  const { score, parts, laws, replay, failing, worst, golden, learning } = health
  const clicked = replay.clicked
  return [
    `${shop}: ${score ?? '–'} of 100 (laws ${percent(parts.laws)}, answered ${percent(parts.answered)}, chosen in the first ten ${percent(parts.chosen_in_first_10)})`,
    ...(laws ?? [])
      .filter(({ rate }) => rate < 1)
      .map((law) => `law ${law.law}: ${percent(law.rate)} of ${law.asked}: ${law.says}`),
    clicked
      ? `replay of ${replay.searches} searches: mean reciprocal rank ${clicked.mean_reciprocal_rank.value} (${clicked.mean_reciprocal_rank.interval.join(' to ')}), first 3 ${percent(clicked.in_first_3.value)}, first 24 ${percent(clicked.in_first_24.value)}`
      : 'nobody has clicked in a search of the last 30 days: there is nothing to replay',
    ...failing
      .filter(({ queries }) => queries > 0)
      .map((one) => `${one.cause}: ${one.queries} queries, ${one.lost_searches} searches lost`),
    ...worst.map((one) => `“${one.query}” lost ${one.lost}: ${one.cause}${aboutOf(one)}`),
    ...learning.models.map(
      (one) => `learning ${one.model}: ${one.is_live ? `live since ${one.since}` : 'not live'} (${one.reason})`,
    ),
    ...golden.broken.map(({ query, fault }) => `golden query “${query}” ${fault}`),
  ]
}
