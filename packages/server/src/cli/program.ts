/** The commands put together, and how their failures are worded. Each command is a file in `commands/`. */
import { Command } from 'commander'
import { applyCommand } from './commands/apply.ts'
import { backupCommand } from './commands/backup.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys.ts'
import { restoreCommand } from './commands/restore.ts'
import { rebuildCommand } from './commands/rebuild.ts'
import { serveCommand } from './commands/serve.ts'
import { shopsCommand } from './commands/shops.ts'
import { simulateCommand } from './commands/simulate.ts'
import { explain } from './explain.ts'

export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(args)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}

function program(): Command {
  return new Command('vitrine')
    .description('Storefront search, recommendations and events, on your own machine')
    .showHelpAfterError()
    .addCommand(serveCommand())
    .addCommand(shopsCommand())
    .addCommand(keysCommand())
    .addCommand(importCommand())
    .addCommand(applyCommand())
    .addCommand(exportCommand())
    .addCommand(simulateCommand())
    .addCommand(doctorCommand())
    .addCommand(rebuildCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
}
