import { Command } from 'commander'
import type { EffectiveDocument } from '../annotated-config.ts'
import { print } from '../output.ts'
import { chooseShop, onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface ShowOptions extends TargetOptions {
  shop?: string
  effective?: boolean
}

export function configCommand(): Command {
  const config = new Command('config').description('look at a shop’s configuration')
  withTarget(config.command('show').description('the configuration as YAML, for `apply`'))
    .option('--shop <domain>', 'the shop; may be left out when there is only one')
    .option('--effective', 'with the filters and sections that follow from the catalog, and the reason for each')
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
