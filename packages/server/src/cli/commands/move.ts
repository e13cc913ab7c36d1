import { resolve } from 'node:path'
import { Command } from 'commander'
import { Refusal } from '../../features/errors.ts'
import { type OutputOptions, print, withJson } from '../output.ts'

interface MoveOptions extends OutputOptions {
  data?: string
  to?: string
  from?: string
}

export function moveCommand(): Command {
  return withJson(new Command('move'))
    .description(
      'copy everything from a data folder to PostgreSQL, or back, while no server runs; after an interruption, run it again to continue',
    )
    .option('--to <url>', 'postgres://… to copy the data folder to')
    .option('--from <url>', 'postgres://… to copy into the data folder')
    .option('--data <folder>', 'data folder (default: VITRINE_DATA, or ./data)')
    .action(move)
}

async function move({ data, to, from, json }: MoveOptions): Promise<void> {
  if ((to === undefined) === (from === undefined))
    throw new Refusal(400, 'give a postgres:// address with either --to or --from')
  const [{ folderEnd }, { postgresEnd }, { moveStore }] = await Promise.all([
    import('../move/folder-end.ts'),
    import('../move/postgres-end.ts'),
    import('../move/move-store.ts'),
  ])
  const folder = folderEnd(resolve(data ?? process.env.VITRINE_DATA ?? './data'))
  try {
    const postgres = await postgresEnd((to ?? from) as string)
    try {
      const [source, target] = to === undefined ? [postgres, folder] : [folder, postgres]
      const lines = await moveStore(source, target, ({ table, rows, state }) => {
        if (!json) process.stderr.write(`${table}: ${rows} rows ${state}\n`)
      })
      const rows = lines.reduce((sum, line) => sum + line.rows, 0)
      print({ json }, { rows, tables: lines }, [
        `${rows} rows of ${lines.length} tables are in ${target.name}, with the same checksums`,
      ])
    } finally {
      await postgres.close()
    }
  } finally {
    await folder.close()
  }
}
