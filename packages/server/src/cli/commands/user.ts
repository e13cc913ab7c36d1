import { ADMIN_ROLES } from '@vitrine/contract'
import { Command, Option } from 'commander'
import { onTarget, type TargetOptions, withTarget } from '../target/open-target.ts'
import type { UserOrder } from '../target/admin-target.ts'

interface AddOptions extends TargetOptions {
  role: UserOrder['role']
  name?: string
  shop?: string[]
}

export function userCommand(): Command {
  const user = new Command('user').description('who may sign in to the dashboard')
  withTarget(user.command('add').description('add a user and print a link that signs them in once').argument('<email>'))
    .addOption(new Option('--role <role>', 'what they may do').choices([...ADMIN_ROLES]).default('owner'))
    .option('--name <text>', 'how the dashboard calls them')
    .option('--shop <domain...>', 'shops they may work on; all where left out')
    .action(add)
  withTarget(user.command('link').description('print a link that signs a user in once').argument('<email>')).action(
    link,
  )
  withTarget(user.command('list').description('the users, their roles and shops')).action(list)
  return user
}

async function add(email: string, options: AddOptions): Promise<void> {
  const { role, name, shop } = options
  await onTarget(options, async (target) => {
    const order = { email, role, shops: shop ?? null, ...(name === undefined ? {} : { name }) }
    print(await target.addUser(order), target.name)
  })
}

async function link(email: string, options: TargetOptions): Promise<void> {
  await onTarget(options, async (target) => print(await target.linkUser(email), target.name))
}

async function list(options: TargetOptions): Promise<void> {
  await onTarget(options, async (target) => {
    for (const one of await target.listUsers())
      console.log(`${one.email}  ${one.role}  ${one.shops?.join(', ') ?? 'all shops'}`)
  })
}

/** The link alone on standard output, so that a script can take it. */
function print(made: { link: string; expires_at: string }, target: string): void {
  const origin = URL.canParse(target) && target.startsWith('http') ? target.replace(/\/$/, '') : ''
  console.log(`${origin}/dashboard/#link=${made.link}`)
  console.error(`good once, until ${made.expires_at}`)
}
