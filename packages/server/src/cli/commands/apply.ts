import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { RequestRefused } from '../../features/errors.ts'
import { print } from '../output.ts'
import { describeItem } from '../describe-validation.ts'
import type { ReplayAnswer } from '../target/admin-target.ts'
import { chooseShop, onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface ApplyOptions extends TargetOptions {
  shop?: string
  check?: boolean
  replay?: boolean
}

export function applyCommand(): Command {
  return withTarget(new Command('apply'))
    .description(
      'set a shop’s configuration from a YAML or JSON file; an invalid file changes nothing, and every error is listed',
    )
    .argument('<file>')
    .option('--shop <domain>', 'the shop (created if it does not exist); optional if there is only one')
    .option('--check', 'only check the file')
    .option('--replay', 'show how the configuration would have changed last month’s searches, without applying it')
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
    if (options.check) return print(options, { file: path, faults: [] }, `${path} is valid`)
    await onTarget(options, async (target) => {
      const shop = await chooseShop(target, options.shop)
      if (options.replay) return showReplay(options, await target.replay(shop, file.document))
      const known = await target.listShops().catch(() => undefined)
      if (known && !known.some((one) => one.shop === shop)) await target.saveShop(shop, {})
      await target.replaceConfig(shop, file.document)
      print(options, { shop, file: path, faults: [] }, `${shop} is configured from ${path}`)
    })
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    const faults = error.items.map((item) => ({
      line: file.lineOf(item.path),
      message: describeItem(item),
      path: item.path,
    }))
    process.exitCode = 1
    if (options.json) return print(options, { file: path, faults }, [])
    for (const { line, message } of faults) console.error(`${path}:${line} ${message}`)
    console.error(`nothing was changed: ${faults.length} ${faults.length === 1 ? 'error' : 'errors'}`)
  }
}

function showReplay(options: ApplyOptions, replayed: ReplayAnswer): void {
  const {
    searches,
    changed_searches: changed,
    risen,
    fallen,
    verdict,
    difference,
    most_changed: most,
    golden,
  } = replayed
  print(options, replayed, [
    `it changes ${changed} of the ${searches} searches of the last 30 days; chosen products rise in ${risen} queries and fall in ${fallen}`,
    `${verdict.replace('_', ' ')}${difference ? `: mean reciprocal rank ${difference.value} (${difference.interval.join(' to ')})` : ''}`,
    ...most.map((one) => `“${one.query}” (${one.searches}): ${one.live.join(' ')} → ${one.draft.join(' ')}`),
    ...golden.broken.map(({ query, fault }) => `golden query “${query}” ${fault}`),
  ])
}
