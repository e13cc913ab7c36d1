import { ADMIN_ROLES } from '@vitrine/contract/roles'
import { Command, Option } from 'commander'
import { readConfig } from '../../config.ts'
import { Refusal } from '../../features/errors.ts'
import { print } from '../output.ts'
import { onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'
import type { UserOrder } from '../target/admin-target.ts'

interface AddOptions extends TargetOptions {
  role: UserOrder['role']
  name?: string
  shop?: string[]
}

export function userCommand(): Command {
  const user = new Command('user').description('manage who may sign in to the dashboard')
  withTarget(user.command('add').description('add a user and print a link that signs them in once').argument('<email>'))
    .addOption(new Option('--role <role>', 'what they may do').choices([...ADMIN_ROLES]).default('owner'))
    .option('--name <text>', 'name shown in the dashboard')
    .option('--shop <domain...>', 'shops they may work on (default: all)')
    .action(add)
  withTarget(user.command('link').description('print a link that signs a user in once').argument('<email>')).action(
    link,
  )
  withTarget(user.command('list').description('list the users with their roles and shops')).action(list)
  return user
}

async function add(email: string, options: AddOptions): Promise<void> {
  const { role, name, shop } = options
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal(400, `"${email}" is not an e-mail address`)
  await onTarget(options, async (target) => {
    const order = { email, role, shops: shop ?? null, ...(name === undefined ? {} : { name }) }
    printLink(options, await target.addUser(order))
  })
}

async function link(email: string, options: TargetOptions): Promise<void> {
  await onTarget(options, async (target) => printLink(options, await target.linkUser(email)))
}

async function list(options: TargetOptions): Promise<void> {
  await onTarget(options, async (target) => {
    const users = await target.listUsers()
    print(
      options,
      users,
      users.map(({ email, role, shops }) => `${email}  ${role}  ${shops?.join(', ') ?? 'all shops'}`),
    )
  })
}

/** Prints only the link to standard output, so that a script can use it. */
function printLink(options: TargetOptions, made: { link: string; expires_at: string }): void {
  const { host, port, publicUrl } = readConfig(process.env)
  const link = new URL(`/dashboard/#link=${made.link}`, publicUrl ?? options.url ?? `http://${host}:${port}`).href
  print(options, { link, expires_at: made.expires_at }, link)
  if (!options.json) console.error(`signs in once, until ${made.expires_at}`)
}
