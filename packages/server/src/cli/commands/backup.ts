import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { Refusal } from '../../features/errors.ts'
import { DATA_FILES } from '../../ports/data-folder/data-folder.ts'

export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the data folder, also while the server runs; to restore, start the server on the copy')
    .argument('<folder>', 'where to; must not exist yet')
    .option('--data <folder>', 'data folder; by default VITRINE_DATA')
    .action(backUp)
}

/**
 * What was derived from events goes before the event log: the copy's derived part is then never ahead of its log, and catches up
 * when it is started. Index snapshots are left out: they are built again from the products.
 */
const FIRST: readonly string[] = [DATA_FILES.derived, DATA_FILES.events]

function inOrder(files: readonly string[]): string[] {
  const databases = files.filter((name) => name.endsWith('.db'))
  return [...FIRST.filter((name) => databases.includes(name)), ...databases.filter((name) => !FIRST.includes(name))]
}

async function backUp(target: string, options: { data?: string }): Promise<void> {
  const folder = resolve(options.data ?? readConfig(process.env).dataFolder)
  const there = await readdir(folder)
  if (!there.includes(DATA_FILES.records)) throw new Refusal(400, `${folder} is no data folder of Vitrine`)
  // Written beside and renamed: a folder of the wanted name is always a whole backup.
  const unfinished = `${resolve(target)}.unfinished`
  if ((await readdir(resolve(target)).catch(() => [])).length > 0) throw new Refusal(400, `${target} is already there`)
  await mkdir(unfinished, { recursive: true })
  for (const file of inOrder(there)) {
    const db = new DatabaseSync(join(folder, file), { readOnly: true })
    await backup(db, join(unfinished, file))
    db.close()
  }
  if (there.includes('secret')) await copyFile(join(folder, 'secret'), join(unfinished, 'secret'))
  await rename(unfinished, resolve(target))
  console.log(`${folder} is copied to ${resolve(target)}; start with VITRINE_DATA=${resolve(target)} to restore it`)
}
