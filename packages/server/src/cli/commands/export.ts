import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { print } from '../output.ts'
import type { AdminTarget } from '../target/admin-target.ts'
import { chooseShop, onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface ExportOptions extends TargetOptions {
  shop?: string
  out?: string
}

export function exportCommand(): Command {
  return withTarget(new Command('export'))
    .description('write a shop’s products (products.ndjson, for import) and configuration (shop.yaml, for apply)')
    .option('--shop <domain>', 'the shop; optional if there is only one')
    .option('--out <folder>', 'target folder (default: a new folder named after the shop)')
    .action(exportShop)
}

async function exportShop(options: ExportOptions): Promise<void> {
  await onTarget(options, async (target) => {
    const shop = await chooseShop(target, options.shop)
    const folder = options.out ?? `export-${shop}`
    const config = await target.getConfig(shop)
    await mkdir(folder, { recursive: true })
    const { stringify } = await import('yaml')
    await writeFile(join(folder, 'shop.yaml'), stringify(config))
    const count = await writeProducts(target, shop, join(folder, 'products.ndjson'))
    const sentence = `${count} products and the configuration of ${shop} are in ${folder}`
    print(options, { shop, folder, products: count }, sentence)
  })
}

async function writeProducts(target: AdminTarget, shop: string, path: string): Promise<number> {
  const file = createWriteStream(path)
  let count = 0
  for await (const product of target.products(shop)) {
    count++
    if (!file.write(`${JSON.stringify(product)}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  return count
}
