import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { AccessDeps } from './features/access/sessions.ts'
import { hasUsers } from './features/access/sign-in.ts'

interface Invitation {
  config: Pick<Config, 'production'>
  log: Pick<Logger, 'info'>
  access: AccessDeps
  firstOwnerLink: () => Promise<string | undefined>
}

interface Out {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Whoever reads the link owns everything. In production it is not logged, because many people read logs. */
export async function inviteFirstOwner(
  { config, log, access, firstOwnerLink }: Invitation,
  url: string,
  out: Out,
): Promise<void> {
  if (await hasUsers(access)) return
  if (config.production && !out.isTTY) {
    log.info('there is no user yet: create the first owner with "vitrine user add"')
    return
  }
  const sentence = 'there is no user yet: this link creates the first owner and works once'
  const address = `${url}/dashboard/#link=${await firstOwnerLink()}`
  if (out.isTTY) out.write(`${sentence}\n${address}\n`)
  else log.info({ sign_in: address }, sentence)
}
