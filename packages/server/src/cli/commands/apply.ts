import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { RequestRefused } from '../../features/errors.ts'
import { print } from '../output.ts'
import { inWords } from '../pattern-words.ts'
import { chooseShop, onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface ApplyOptions extends TargetOptions {
  shop?: string
  check?: boolean
}

export function applyCommand(): Command {
  return withTarget(new Command('apply'))
    .description(
      'set a shop’s configuration from a YAML or JSON file; a bad one changes nothing and every fault is named',
    )
    .argument('<file>')
    .option('--shop <domain>', 'the shop (created where it does not exist); may be left out when there is only one')
    .option('--check', 'only look for faults')
    .action(apply)
}

async function apply(path: string, options: ApplyOptions): Promise<void> {
  const [{ checkConfig }, { readConfigFile }] = await Promise.all([
    import('../../features/shops/check-config.ts'),
    import('../config-file.ts'),
  ])
  const file = readConfigFile(path, await readFile(path, 'utf8'))
  try {
    checkConfig(file.document)
    if (options.check) return print(options, { file: path, faults: [] }, `${path} is good`)
    await onTarget(options, async (target) => {
      const shop = await chooseShop(target, options.shop)
      const known = await target.listShops().catch(() => undefined)
      if (known && !known.some((one) => one.shop === shop)) await target.saveShop(shop, {})
      await target.replaceConfig(shop, file.document)
      print(options, { shop, file: path, faults: [] }, `${shop} is configured from ${path}`)
    })
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    const faults = error.items.map((item) => ({
      line: file.lineOf(item.path),
      message: inWords(item),
      path: item.path,
    }))
    process.exitCode = 1
    if (options.json) return print(options, { file: path, faults }, [])
    for (const { line, message } of faults) console.error(`${path}:${line} ${message}`)
    console.error(`nothing was changed: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`)
  }
}
