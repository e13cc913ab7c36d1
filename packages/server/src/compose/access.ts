/** Who may sign in, and how; what goes live by itself. */
import type { Config } from '../config.ts'
import { Passwords } from '../features/access/passwords.ts'
import type { AccessDeps } from '../features/access/sessions.ts'
import { SignInThrottle } from '../features/access/sign-in-throttle.ts'
import { publishDueDrafts } from '../features/shops/drafts.ts'
import type { ShopDeps } from '../features/shops/manage-shops.ts'
import { DraftPublisher } from '../jobs/publish-drafts.ts'
import { newId } from '../new-id.ts'
import type { Assembly } from './parts.ts'
import type { Store } from './store.ts'

export function composeAccess(config: Config, store: Store): AccessDeps {
  return {
    store: store.admin,
    passwords: new Passwords(),
    throttle: new SignInThrottle(store.signInTries),
    newId,
    exclusively: store.exclusively,
    demoSignIn: config.demo && !config.production,
  }
}

export function composeDrafts(assembly: Assembly, shops: ShopDeps, store: Store): DraftPublisher {
  const publisher = new DraftPublisher({
    publishDue: (nowMs) => publishDueDrafts({ ...shops, drafts: store.admin }, nowMs),
    clock: assembly.clock,
    onError: (error) => assembly.onError(error, 'publishing drafts'),
  })
  assembly.onClose(() => publisher.close())
  return publisher
}
