import { Command } from 'commander'
import { withJson } from '../output.ts'
import type { RebuildOptions } from '../rebuild.ts'

export function rebuildCommand(): Command {
  return withJson(new Command('rebuild'))
    .description(
      'derive profiles, reports and attribution again from the event log; models are trained again at the next start',
    )
    .option('--shop <domain>', 'only this shop')
    .option('--accept', 'trust the event log and records as they are, even if they are older than the other files')
    .option('--data <folder>', 'data folder (default: VITRINE_DATA)')
    .action(async (options: RebuildOptions) => {
      const { rebuild } = await import('../rebuild.ts')
      await rebuild(options)
    })
}
