/** Sessions of users: opened by signing in; closed by expiry, signing out, a new password, or deletion of the user. */
import type { Exclusively } from '../../ports/exclusive-work/exclusive-work.ts'
import { hash, randomBytes } from 'node:crypto'
import type { SessionView, UserView } from '@vitrine/contract'
import type { AdminSession, AdminStore, AdminUser } from '../../ports/admin-store/admin-store.ts'
import { Unauthorized } from '../errors.ts'
import { type Actor, userActor } from './actor.ts'
import type { Passwords } from './passwords.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export interface AccessDeps {
  store: AdminStore
  passwords: Passwords
  throttle: SignInThrottle
  newId: () => string
  exclusively: Exclusively
  /** True if the demo is on outside production: its owner may sign in with one click. */
  demoSignIn: boolean
}

export const IDLE_MS = 8 * 3_600_000
export const LONGEST_MS = 7 * 86_400_000
export const LINK_MS = 86_400_000
/** Writing the last use more often would only cost more: sessions expire after hours. */
const TOUCH_MS = 60_000

/** The only user that nobody added. Anybody can sign in as this user while the demo is on. */
export const DEMO_USER_ID = 'demo'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** Derives the token for `x-csrf` from the session's token. It cannot be derived from the stored hash of that token. */
function csrfOf(token: string): string {
  return hash('sha256', `csrf ${token}`, 'base64url')
}

export interface OpenedSession {
  token: string
  actor: Actor
}

export async function openSession(
  deps: AccessDeps,
  user: AdminUser,
  openedBy: AdminSession['openedBy'],
  nowMs: number,
): Promise<OpenedSession> {
  const token = newToken()
  const session = { hash: hashToken(token), userId: user.id, openedBy, createdAtMs: nowMs, seenAtMs: nowMs }
  await deps.store.deleteExpired({ begunBeforeMs: nowMs - LONGEST_MS, seenBeforeMs: nowMs - IDLE_MS, nowMs })
  if (!(await deps.store.addSession(session))) throw new Unauthorized('this user has been removed')
  return { token, actor: userActor(user, session, csrfOf(token)) }
}

export async function findSession(deps: AccessDeps, token: string, nowMs: number): Promise<Actor | undefined> {
  const session = await deps.store.getSession(hashToken(token))
  if (session === undefined) return undefined
  const isOver = nowMs - session.createdAtMs >= LONGEST_MS || nowMs - session.seenAtMs >= IDLE_MS
  const user = isOver ? undefined : await deps.store.getUser(session.userId)
  if (user === undefined || (user.id === DEMO_USER_ID && !deps.demoSignIn)) {
    await deps.store.deleteSession(session.hash)
    return undefined
  }
  if (nowMs - session.seenAtMs >= TOUCH_MS) await deps.store.touchSession(session.hash, nowMs)
  return userActor(user, session, csrfOf(token))
}

export function viewSession({ user, session, role, shops, csrf }: Actor): SessionView {
  return {
    user: user ? { id: user.id, email: user.email, name: user.name, has_password: user.passwordHash !== null } : null,
    role,
    shops: shops && [...shops],
    csrf: csrf ?? null,
    opened_by: session?.openedBy ?? 'key',
    expires_at: session ? new Date(session.createdAtMs + LONGEST_MS).toISOString() : null,
  }
}

export function viewUser({ id, email, name, role, shops, passwordHash, createdAt }: AdminUser): UserView {
  return {
    id,
    email,
    name,
    role,
    shops: shops && [...shops],
    has_password: passwordHash !== null,
    created_at: createdAt,
  }
}
