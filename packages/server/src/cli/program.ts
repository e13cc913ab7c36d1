/** Assembles the commands. Each command imports its code when it runs, so that the program starts faster. */
import { Command } from 'commander'
import { BadSetting } from '../config.ts'
import { Refusal, RequestRefused, Unauthorized } from '../features/errors.ts'
import { DataFolderInUse, DataFolderUnusable } from '../ports/data-folder/data-folder.ts'
import { StoreUnusable } from '../ports/postgres/store-unusable.ts'
import { isDataFault } from '../ports/sqlite/database.ts'
import { packageVersion } from '../version.ts'
import { applyCommand } from './commands/apply.ts'
import { backupCommand } from './commands/backup.ts'
import { completionCommand } from './commands/completion.ts'
import { configCommand } from './commands/config.ts'
import { doctorCommand } from './commands/doctor.ts'
import { evaluateCommand } from './commands/evaluate.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys.ts'
import { migrateCommand } from './commands/migrate.ts'
import { moveCommand } from './commands/move.ts'
import { rebuildCommand } from './commands/rebuild.ts'
import { restoreCommand } from './commands/restore.ts'
import { serveCommand } from './commands/serve.ts'
import { shopsCommand } from './commands/shops.ts'
import { syncCommand } from './commands/sync.ts'
import { userCommand } from './commands/user.ts'
import { describeItem } from './describe-validation.ts'
import { ServerTrouble } from './target/server-target.ts'

export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(args)
  } catch (error) {
    const sentence = explain(error)
    process.stderr.write(`${args.includes('--json') ? JSON.stringify({ error: sentence.trim() }) : sentence}\n`)
    process.exitCode = 1
  }
}

export function program(): Command {
  const program = new Command('vitrine')
    .description('Storefront search, recommendations and events, on your own machine')
    .version(packageVersion(), '-V, --version', 'print the version')
    .showHelpAfterError('(add --help for all options)')
    .addCommand(serveCommand())
    .addCommand(shopsCommand())
    .addCommand(keysCommand())
    .addCommand(userCommand())
    .addCommand(importCommand())
    .addCommand(syncCommand())
    .addCommand(applyCommand())
    .addCommand(configCommand())
    .addCommand(exportCommand())
    .addCommand(evaluateCommand())
    .addCommand(doctorCommand())
    .addCommand(rebuildCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(moveCommand())
    .addCommand(migrateCommand())
  return program.addCommand(completionCommand(program))
}

const EXPECTED = [BadSetting, DataFolderInUse, DataFolderUnusable, Refusal, ServerTrouble, StoreUnusable, Unauthorized]

function explain(error: unknown): string {
  if (error instanceof RequestRefused) return error.items.map((item) => `  ${describeItem(item)}`).join('\n')
  if (isDataFault(error) || EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, path } = error as { code?: string; path?: string }
  if (code === 'ENOENT') return `There is no file or folder ${path}.`
  if (code === 'EACCES') return `This user has no permission to open ${path}.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
