import { Command } from 'commander'
import type { EffectiveDocument } from '../annotated-config.ts'
import { print } from '../output.ts'
import { chooseShop, onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface ShowOptions extends TargetOptions {
  shop?: string
  effective?: boolean
}

export function configCommand(): Command {
  const config = new Command('config').description('show a shop’s configuration')
  withTarget(config.command('show').description('print the configuration as YAML, for `apply`'))
    .option('--shop <domain>', 'the shop; optional if there is only one')
    .option('--effective', 'include the filters and sections derived from the catalog, with the reason for each')
    .action(show)
  return config
}

async function show(options: ShowOptions): Promise<void> {
  await onTarget(options, async (target) => {
    const shop = await chooseShop(target, options.shop)
    const config = options.effective ? await target.effectiveConfig(shop) : await target.getConfig(shop)
    const { withReasons } = await import('../annotated-config.ts')
    print(options, config, withReasons(config as EffectiveDocument).trimEnd())
  })
}
