import { resolve } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { type OutputOptions, print, withJson } from '../output.ts'
import { embeddedFolder } from '../embedded-folder.ts'

interface BackupOptions extends OutputOptions {
  data?: string
  full?: boolean
}

export function backupCommand(): Command {
  return withJson(new Command('backup'))
    .description('take a consistent copy of the data folder, even while the server runs; see vitrine restore')
    .argument('<folder>', 'target folder; if it contains earlier backups, only new events are added')
    .option('--data <folder>', 'data folder (default: VITRINE_DATA)')
    .option('--full', 'copy the whole event log again')
    .action(backUp)
}

async function backUp(target: string, { data, full, json }: BackupOptions): Promise<void> {
  const folder = resolve(data ?? embeddedFolder(readConfig(process.env)))
  const { takeBackup } = await import('../backup/take-backup.ts')
  const begunMs = performance.now()
  const { manifest, bytesWritten, isIncremental } = await takeBackup({ folder, target: resolve(target), full })
  const events = Object.values(manifest.positions.events).reduce((sum, offset) => sum + offset, 0)
  const how = isIncremental ? 'the new events' : 'the whole event log'
  const size = `${(bytesWritten / 1024 ** 2).toFixed(1)} MiB written and read back`
  const seconds = ((performance.now() - begunMs) / 1000).toFixed(1)
  const answer = {
    folder: resolve(target),
    taken_at: manifest.takenAt,
    events,
    bytes_written: bytesWritten,
    incremental: isIncremental,
  }
  print({ json }, answer, [
    `${folder} as of ${manifest.takenAt} (${events} events) is in ${resolve(target)}`,
    `${size} in ${seconds} s, with ${how}`,
  ])
}
