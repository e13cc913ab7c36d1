import type { Config } from '../config.ts'
import { Passwords } from '../features/access/passwords.ts'
import type { AccessDeps } from '../features/access/sessions.ts'
import { SignInThrottle } from '../features/access/sign-in-throttle.ts'
import { publishDueDrafts } from '../features/shops/drafts.ts'
import type { ShopDeps } from '../features/shops/manage-shops.ts'
import { IntervalJob } from '../jobs/interval-job.ts'
import { newId } from '../new-id.ts'
import type { Assembly } from './parts.ts'
import type { Store } from './store.ts'

export function composeAccess(config: Config, store: Store, passwords = new Passwords()): AccessDeps {
  return {
    store: store.admin,
    passwords,
    throttle: new SignInThrottle(store.signInTries),
    newId,
    exclusively: store.exclusively,
    demoSignIn: config.demo && !config.production,
  }
}

const PUBLISH_EVERY_MS = 10_000

/** The schedule is in the store, so a restart loses nothing. */
export function composeDrafts({ clock, onClose, onError }: Assembly, shops: ShopDeps, store: Store): IntervalJob {
  const publish = () => publishDueDrafts({ ...shops, drafts: store.admin }, clock())
  const job = new IntervalJob(PUBLISH_EVERY_MS, () => publish().catch((error) => onError(error, 'publishing drafts')))
  onClose(() => job.stop())
  return job
}
