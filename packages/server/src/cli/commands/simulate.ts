import { Command, InvalidArgumentError, Option } from 'commander'
import { DEMO_ADMIN_KEY, DEMO_SHOP, DEMO_STOREFRONT_KEY } from '../../features/shops/demo-identity.ts'
import { withJson } from '../output.ts'
import type { SimulateOptions } from '../simulate/run-simulation.ts'

const DEFAULT_URL = 'http://127.0.0.1:4000'

export function simulateCommand(): Command {
  return withJson(new Command('simulate'))
    .description('send simulated shoppers: past visits in bulk, or with --live through the public API as it answers')
    .option('--live', 'shoppers who search, click, buy, and report it, against a running server')
    .addOption(
      new Option('--url <url>', `a running server; with --live ${DEFAULT_URL} unless given`).env('VITRINE_URL'),
    )
    .addOption(
      new Option('--data <folder>', 'data folder for past visits, when no server runs on it').env('VITRINE_DATA'),
    )
    .option('--shop <domain>', 'the shop to visit', DEMO_SHOP)
    .option('--key <key>', 'its storefront key, for --live', DEMO_STOREFRONT_KEY)
    .addOption(
      new Option('--admin-key <key>', 'admin key for past visits with --url')
        .env('VITRINE_ADMIN_KEY')
        .default(DEMO_ADMIN_KEY),
    )
    .option('--visits <count>', 'how many (live 50, past 1000)', wholeNumber)
    .option('--rate <visits>', 'live visits that begin per second; 0 is as fast as they go', decimal, 2)
    .option('--seconds <count>', 'stop a live run after this long', decimal, 600)
    .option('--at-once <count>', 'live visits under way at a time', wholeNumber, 4)
    .option('--days <count>', 'how far past visits go back', wholeNumber, 60)
    .option('--seed <text>', 'another seed, other visits', String(Date.now()))
    .action(async (options: SimulateOptions) => {
      // Loaded here, not above: a production server never loads the demo's code.
      const { runSimulation } = await import('../simulate/run-simulation.ts')
      await runSimulation({ ...options, url: options.url ?? (options.live ? DEFAULT_URL : undefined) })
    })
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('must be a whole number above 0.')
  return Number(text)
}

function decimal(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('must be a number, 0 or more.')
  return Number(text)
}
