import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ImportAnswer } from '@vitrine/contract'
import { Command } from 'commander'
import { print } from '../output.ts'
import type { AdminTarget } from '../target/admin-target.ts'
import { chooseShop, onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface ImportFileOptions extends TargetOptions {
  shop?: string
}

export function importCommand(): Command {
  return withTarget(new Command('import'))
    .description(
      'import products: CSV export, products.json, Admin REST JSON, bulk-operation JSONL or NDJSON, told by content',
    )
    .argument('<files...>', 'one or more files; - is standard input')
    .option('--shop <domain>', 'the shop; may be left out when there is only one')
    .action(importFiles)
}

async function importFiles(files: readonly string[], options: ImportFileOptions): Promise<void> {
  await onTarget(options, async (target) => {
    const shop = await chooseShop(target, options.shop)
    const answers: (ImportAnswer & { file: string })[] = []
    for (const file of files) {
      const answer = await importFile(target, shop, file)
      answers.push({ file, ...answer })
      if (!options.json) tell(file, answer)
      if (answer.rejected > 0) process.exitCode = 2
    }
    if (options.json) print(options, answers, [])
  })
}

async function importFile(target: AdminTarget, shop: string, file: string): Promise<ImportAnswer> {
  const isInput = file === '-'
  const bytes = isInput ? undefined : (await stat(file)).size
  const { importProgress } = await import('../import-progress.ts')
  const progress = importProgress(isInput ? 'standard input' : basename(file), bytes)
  const source = isInput ? process.stdin : createReadStream(file, { highWaterMark: 256 * 1024 })
  return target.importProducts(shop, progress.watch(source)).finally(() => progress.stop())
}

/** Counts on standard output, every fault and note on standard error. */
function tell(file: string, { created, updated, unchanged, rejected, faults, notes }: ImportAnswer): void {
  for (const { line, text } of notes) console.error(`${file}:${line} note: ${text}`)
  for (const { line, error } of faults) console.error(`${file}:${line} rejected: ${error}`)
  if (rejected > faults.length) console.error(`${file}: and ${rejected - faults.length} more rejected`)
  console.log(`${file}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`)
}
