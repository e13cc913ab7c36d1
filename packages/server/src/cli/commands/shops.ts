import { Command } from 'commander'
import { print } from '../output.ts'
import { onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface Settings {
  name?: string
  currency?: string
  moneyFormat?: string
  locale?: string
  timezone?: string
}

export function shopsCommand(): Command {
  const shops = new Command('shops').description('list, create, change and delete shops')
  withTarget(shops.command('list').description('list the shops and how many products they have')).action(list)
  withTarget(shops.command('create').description('create a shop, or change its settings').argument('<domain>'))
    .option('--name <name>')
    .option('--currency <code>', 'ISO 4217 code, like EUR')
    .option('--money-format <template>', 'like "€{{amount}}"')
    .option('--locale <tag>', 'primary locale, like de')
    .option('--timezone <zone>', 'like Europe/Berlin')
    .action(create)
  withTarget(shops.command('delete').description('delete a shop and all of its data').argument('<domain>'))
    .requiredOption('--yes', 'confirm the deletion')
    .action(remove)
  return shops
}

async function list(options: TargetOptions): Promise<void> {
  await onTarget(options, async (target) => {
    const shops = await target.listShops()
    const lines = shops.map((one) => `${one.shop}  ${one.product_count} products  ${one.currency}  ${one.name}`)
    print(options, shops, lines)
  })
}

async function create(domain: string, options: TargetOptions & Settings): Promise<void> {
  const { name, currency, moneyFormat: money_format, locale: primary_locale, timezone } = options
  const given = Object.entries({ name, currency, money_format, primary_locale, timezone })
  const chosen = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  await onTarget(options, async (target) => {
    const shop = await target.saveShop(domain.toLowerCase(), chosen)
    const settings = `${shop.name}, ${shop.currency}, ${shop.primary_locale}, ${shop.timezone}`
    print(options, shop, `${shop.shop} is ready: ${settings}`)
  })
}

async function remove(domain: string, options: TargetOptions): Promise<void> {
  await onTarget(options, async (target) => {
    await target.deleteShop(domain.toLowerCase())
    print(options, { shop: domain.toLowerCase(), deleted: true }, `${domain} is deleted`)
  })
}
