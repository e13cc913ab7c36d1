import { resolve } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { embeddedFolder } from '../embedded-folder.ts'
import { type OutputOptions, print, withJson } from '../output.ts'

interface RestoreOptions extends OutputOptions {
  data?: string
  replace?: boolean
}

export function restoreCommand(): Command {
  return withJson(new Command('restore'))
    .description('restore a data folder from a backup, verified before and after; the server must be stopped')
    .argument('<backup>', 'folder that vitrine backup wrote')
    .option('--data <folder>', 'data folder (default: VITRINE_DATA)')
    .option('--replace', 'move an existing data folder out of the way')
    .action(restore)
}

async function restore(backup: string, { data, replace, json }: RestoreOptions): Promise<void> {
  const folder = resolve(data ?? embeddedFolder(readConfig(process.env)))
  const { restoreBackup } = await import('../backup/restore-backup.ts')
  const { manifest, shops, movedTo } = await restoreBackup({ backup: resolve(backup), folder, replace })
  const answer = { folder, taken_at: manifest.takenAt, shops, moved_to: movedTo ?? null }
  print({ json }, answer, [
    `${folder} is restored as of ${manifest.takenAt}`,
    ...shops.map(({ shop, products, events }) => `  ${shop}: ${products} products, ${events} events`),
    ...(movedTo ? [`the previous data folder is now ${movedTo}`] : []),
  ])
}
