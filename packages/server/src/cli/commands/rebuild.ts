import { Command } from 'commander'
import { withJson } from '../output.ts'
import type { RebuildOptions } from '../rebuild.ts'

export function rebuildCommand(): Command {
  return withJson(new Command('rebuild'))
    .description(
      'derive profiles, reports and attribution again from the event log; models learn it anew at the next start',
    )
    .option('--shop <domain>', 'only this shop')
    .option('--accept', 'take event log and records as they are for the truth, also where they are older than the rest')
    .option('--data <folder>', 'data folder; by default VITRINE_DATA')
    .action(async (options: RebuildOptions) => {
      const { rebuild } = await import('../rebuild.ts')
      await rebuild(options)
    })
}
