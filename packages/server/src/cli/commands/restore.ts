import { resolve } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { restoreBackup } from '../backup/restore-backup.ts'

interface RestoreOptions {
  data?: string
  replace?: boolean
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('make a data folder of a backup, checked before and after; the server must not run')
    .argument('<backup>', 'folder that vitrine backup wrote')
    .option('--data <folder>', 'data folder; by default VITRINE_DATA')
    .option('--replace', 'move a data folder that is there out of the way')
    .action(restore)
}

async function restore(backup: string, { data, replace }: RestoreOptions): Promise<void> {
  const folder = resolve(data ?? readConfig(process.env).dataFolder)
  const { manifest, shops, movedTo } = await restoreBackup({ backup: resolve(backup), folder, replace })
  console.log(`${folder} is restored as of ${manifest.takenAt}`)
  for (const { shop, products, events } of shops) console.log(`  ${shop}: ${products} products, ${events} events`)
  if (movedTo) console.log(`what was there before is in ${movedTo}`)
}
