import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ImportAnswer, ImportCheck } from '@vitrine/contract'
import { Command } from 'commander'
import type { SourceWords } from '../../features/catalog/import/open-source.ts'
import { print } from '../output.ts'
import { chooseShop, onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface ImportFileOptions extends TargetOptions {
  shop?: string
  from?: string
  map?: string
  check?: boolean
}

export function importCommand(): Command {
  return withTarget(new Command('import'))
    .description(
      'import products from Shopify, WooCommerce, Google Merchant, Medusa, Vendure, Magento, BigCommerce, PrestaShop, a search engine or any other shop: CSV, TSV, JSON, JSON lines, XML, plain, zipped or gzipped; the format is detected',
    )
    .argument('<files...>', 'files or addresses; - is standard input')
    .option('--shop <domain>', 'the shop; optional if there is only one')
    .option('--from <name>', 'the format of the files, instead of detecting it')
    .option('--map <file>', 'a mapping of your own (YAML)')
    .option('--check', 'show what would be imported, without importing it')
    .action(importFiles)
}

async function importFiles(files: readonly string[], options: ImportFileOptions): Promise<void> {
  const words = await wordsOf(options)
  const { openSource } = await import('../open-source.ts')
  await onTarget(options, async (target) => {
    const shop = await chooseShop(target, options.shop)
    const answers: ((ImportAnswer | ImportCheck) & { file: string })[] = []
    for (const file of files) {
      const source = await openSource(file)
      const work = options.check
        ? target.checkImport(shop, source.bytes, words)
        : target.importProducts(shop, source.bytes, { ...words, name: nameOf(file) })
      const answer = await work.finally(() => source.close())
      answers.push({ file, ...answer })
      if (!options.json) tell(file, answer)
      if (answer.rejected > 0) process.exitCode = 2
    }
    if (options.json) print(options, answers, [])
  })
}

/** Leaves the query of an address out, which may contain a key. */
function nameOf(file: string): string {
  return file === '-' ? 'standard input' : basename(file.split('?', 1)[0]!).slice(0, 255)
}

async function wordsOf({ from, map }: ImportFileOptions): Promise<SourceWords> {
  return { from, map: map && (await readFile(map, 'utf8')) }
}

function tell(file: string, answer: ImportAnswer | ImportCheck): void {
  const { rejected, faults, notes, unmapped, detected } = answer
  for (const { file: inner, title, name, format } of detected) {
    console.error(`${inner === '' ? file : `${file}, ${inner}`}: detected: ${title} (${name}, ${format.toUpperCase()})`)
  }
  for (const { line, text } of notes) console.error(`${file}:${line} note: ${text}`)
  for (const { field, metafield, type } of unmapped) {
    console.error(
      `${file}: ${metafield === null ? `"${field}" is not kept: ${type}` : `"${field}" is kept as ${metafield} (${type})`}`,
    )
  }
  for (const { line, error } of faults) console.error(`${file}:${line} rejected: ${error}`)
  if (rejected > faults.length) console.error(`${file}: and ${rejected - faults.length} more rejected`)
  if ('first' in answer) tellCheck(file, answer)
  else {
    const { created, updated, unchanged } = answer
    console.log(`${file}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`)
  }
}

function tellCheck(file: string, { products, variants, rejected, first }: ImportCheck): void {
  if (first) {
    console.log(`the first product, from line ${first.line}:`)
    for (const record of first.source) console.log(indented('source', record))
    console.log(indented('product', withoutEmpty(first.product)))
  }
  console.log(
    `${file}: ${products} products with ${variants} variants would be imported, ${rejected} rejected; nothing was changed`,
  )
}

function indented(name: string, value: object): string {
  return `  ${name}\n${JSON.stringify(value, null, 2).replace(/^/gm, '    ')}`
}

function withoutEmpty(product: object): object {
  const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(product).filter(([, value]) => !isEmpty(value)))
}
