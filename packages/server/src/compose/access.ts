/** Who may sign in, and how. */
import type { Config } from '../config.ts'
import { Passwords } from '../features/access/passwords.ts'
import type { AccessDeps } from '../features/access/sessions.ts'
import { SignInThrottle } from '../features/access/sign-in-throttle.ts'
import { newId } from '../new-id.ts'
import type { Store } from './store.ts'

export function composeAccess(config: Config, store: Store): AccessDeps {
  return {
    store: store.admin,
    passwords: new Passwords(),
    throttle: new SignInThrottle(),
    newId,
    demoSignIn: config.demo && !config.production,
  }
}
