import { Command, Option } from 'commander'
import { Refusal } from '../../features/errors.ts'
import { print } from '../output.ts'
import { onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface SyncOptions extends TargetOptions {
  shop: string
  token?: string
  webhooks?: string
  every?: string
  state?: string
  apiVersion: string
}

export function shopifyCommand(): Command {
  return withTarget(new Command('shopify'))
    .description('import all products with a bulk operation, then follow webhooks; run it again to reconcile')
    .requiredOption('--shop <domain>', 'the myshopify.com domain')
    .addOption(new Option('--token <token>', 'access token of the Admin API').env('VITRINE_SHOPIFY_TOKEN'))
    .option('--webhooks <url>', 'https address where Shopify reaches this server; subscribes to webhooks')
    .option('--every <hours>', 'keep running, and reconcile every N hours')
    .option('--state <file>', 'file that remembers running operations (default: shopify-DOMAIN.json)')
    .option('--api-version <version>', 'version of the Admin API', '2026-10')
    .action(syncShop)
}

/** If a larger share of the catalog is missing, it is probably a mistake, and nothing is deleted. */
const MAX_REMOVED = 0.2
const HOUR_MS = 3_600_000

async function syncShop(options: SyncOptions): Promise<void> {
  if (!options.token)
    throw new Refusal(400, 'give the token with VITRINE_SHOPIFY_TOKEN in the environment, or with --token')
  const hours = options.every === undefined ? undefined : Number(options.every)
  if (hours !== undefined && !(hours > 0)) throw new Refusal(400, '--every must be a number of hours')
  for (;;) {
    await syncOnce(options, options.token)
    if (hours === undefined) return
    await new Promise((resolve) => setTimeout(resolve, hours * HOUR_MS))
  }
}

async function syncOnce(options: SyncOptions, token: string): Promise<void> {
  const { adminApi } = await import('../shopify/admin-graphql.ts')
  const { operationFile } = await import('../shopify/bulk-operation.ts')
  const { syncShopify } = await import('../shopify/sync-shopify.ts')
  const shop = options.shop.toLowerCase()
  if (!/^[a-z0-9-]+\.myshopify\.com$/.test(shop))
    throw new Refusal(400, `--shop must be like my-shop.myshopify.com, not ${shop}`)
  await onTarget(options, async (target) => {
    const deps = {
      api: adminApi({ shop, token, version: options.apiVersion }),
      target,
      memory: operationFile(options.state ?? `shopify-${shop}.json`),
      say: (line: string) => void process.stderr.write(`${line}\n`),
    }
    const request = { shop, webhookOrigin: options.webhooks ?? null, maxRemovedShare: MAX_REMOVED }
    const report = await syncShopify(deps, request)
    for (const { error } of report.faults) process.stderr.write(`rejected: ${error}\n`)
    if (report.rejected > 0) process.exitCode = 2
    print(options, report, [
      `${report.created} created, ${report.updated} updated, ${report.unchanged} unchanged, ${report.rejected} rejected, ${report.removed} removed`,
      ...(report.keptBack > 0
        ? [
            `${report.keptBack} products are no longer in the shop. That is more than a fifth of them, so none was deleted; delete them by hand if they are really gone`,
          ]
        : []),
      ...(report.webhooksAdded > 0
        ? [`${report.webhooksAdded} webhooks subscribed; set the app's client secret as webhook_secret of the shop`]
        : []),
    ])
  })
}
