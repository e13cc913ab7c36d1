import { Command, Option } from 'commander'
import { Refusal } from '../../features/errors.ts'
import type { KeyKind } from '../../features/shops/api-key.ts'
import { print } from '../output.ts'
import type { AdminTarget, KeyLine } from '../target/admin-target.ts'
import { chooseShop, onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'

interface ShopOptions extends TargetOptions {
  shop?: string
  deployment?: boolean
}

export function keysCommand(): Command {
  const keys = new Command('keys').description('issue, list and revoke keys')
  withShop(keys.command('list').description('list the keys of a shop, without the keys themselves')).action(list)
  withShop(keys.command('create').description('issue a key; it is shown once'))
    .addOption(
      new Option('--kind <kind>', 'what it gives access to')
        .choices(['storefront', 'server', 'admin'])
        .default('storefront'),
    )
    .requiredOption('--label <text>', 'what it is for')
    .option('--expires <date>', 'when it stops working, like 2027-01-31')
    .action(create)
  withShop(keys.command('revoke').description('revoke a key; it stops working at once').argument('<id>')).action(revoke)
  return keys
}

function withShop(command: Command): Command {
  return withTarget(command)
    .option('--shop <domain>', 'the shop; optional if there is only one')
    .option('--deployment', 'admin keys for every shop')
}

function shopOf(target: AdminTarget, options: ShopOptions): Promise<string | null> {
  return options.deployment ? Promise.resolve(null) : chooseShop(target, options.shop)
}

async function list(options: ShopOptions): Promise<void> {
  await onTarget(options, async (target) => {
    const keys = await target.listKeys(await shopOf(target, options))
    const state = (key: KeyLine) =>
      key.revoked_at ? `revoked ${key.revoked_at}` : key.expires_at ? `until ${key.expires_at}` : 'no end'
    const lines = keys.map((key) => `${key.id}  ${key.kind}  ${state(key)}  ${key.label}`)
    print(options, keys, lines)
  })
}

async function create(options: ShopOptions & { kind: KeyKind; label: string; expires?: string }): Promise<void> {
  const { kind, label, expires, deployment } = options
  if (deployment && kind !== 'admin')
    throw new Refusal(400, '--deployment needs --kind admin: a storefront key belongs to one shop')
  if (expires !== undefined && Number.isNaN(Date.parse(expires)))
    throw new Refusal(400, `--expires must be a date like 2027-01-31, not "${expires}"`)
  const expiresAt = expires === undefined ? null : new Date(expires).toISOString()
  await onTarget(options, async (target) => {
    const made = await target.createKey(await shopOf(target, options), { label, kind, expires_at: expiresAt })
    // Only the key goes to standard output, so that a script can use it.
    print(options, { id: made.id, key: made.key }, made.key)
    if (!options.json) console.error(`key ${made.id}; it will not be shown again`)
  })
}

async function revoke(id: string, options: ShopOptions): Promise<void> {
  await onTarget(options, async (target) => {
    await target.revokeKey(await shopOf(target, options), id)
    print(options, { id, revoked: true }, `key ${id} is revoked`)
  })
}
