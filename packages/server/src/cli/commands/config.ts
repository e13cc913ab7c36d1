import { Command } from 'commander'
import { Document, type Node, type Pair, isMap, isSeq } from 'yaml'
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
    print(options, config, withReasons(config as EffectiveDocument).trimEnd())
  })
}

interface EffectiveDocument {
  derived?: { filters: { key: string; reason: string }[]; sections: { id: number; reason: string }[] }
}

/** Reasons as comments, so that the file can be applied as it is. */
function withReasons({ derived, ...config }: EffectiveDocument): string {
  const document = new Document(config)
  comment(document, 'filters', derived?.filters.map(({ reason }) => reason) ?? [])
  comment(document, 'sections', derived?.sections.map(({ reason }) => reason) ?? [])
  return document.toString({ lineWidth: 0 })
}

function comment(document: Document, part: string, reasons: readonly string[]): void {
  const list = document.get(part)
  if (!isSeq(list)) return
  reasons.forEach((reason, i) => {
    const entry = list.items[i]
    if (isMap(entry)) (entry.items[0] as Pair<Node>).key.commentBefore = ` ${reason}`
  })
}
