import { Command, InvalidArgumentError, Option } from 'commander'
import { DEMO_ADMIN_KEY, DEMO_SHOP, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import type { CommandTools } from '@vitrine/server/plugin'
import type { SimulateOptions } from './run-simulation.ts'

const DEFAULT_URL = 'http://127.0.0.1:4000'

export function simulateCommand(tools: CommandTools): Command {
  return tools
    .withJson(new Command('simulate'))
    .description('send simulated shoppers: past visits in bulk, or with --live through the public API as it answers')
    .option('--live', 'shoppers who search, click, buy, and report it, against a running server')
    .addOption(new Option('--url <url>', 'the running server').env('VITRINE_URL').default(DEFAULT_URL))
    .option('--shop <domain>', 'the shop to visit', DEMO_SHOP)
    .option('--key <key>', 'its storefront key, for --live', DEMO_STOREFRONT_KEY)
    .addOption(
      new Option('--admin-key <key>', 'admin key, for past visits').env('VITRINE_ADMIN_KEY').default(DEMO_ADMIN_KEY),
    )
    .option('--visits <count>', 'how many (live 50, past 1000)', wholeNumber)
    .option('--rate <visits>', 'live visits that begin per second; 0 is as fast as they go', decimal, 2)
    .option('--seconds <count>', 'stop a live run after this long', decimal, 600)
    .option('--at-once <count>', 'live visits under way at a time', wholeNumber, 4)
    .option('--days <count>', 'how far past visits go back', wholeNumber, 60)
    .option('--seed <text>', 'another seed, other visits', String(Date.now()))
    .action(async (options: SimulateOptions) => {
      // Imported here, so that other commands do not load it.
      const { runSimulation } = await import('./run-simulation.ts')
      await runSimulation(options, tools)
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
