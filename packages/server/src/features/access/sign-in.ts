import { SHORTEST_PASSWORD, type SignInRequest, validationItem } from '@vitrine/contract'
import type { AdminUser } from '../../ports/admin-store/admin-store.ts'
import { Refusal, RequestRefused, Unauthorized } from '../errors.ts'
import { ACCESS } from './change-access.ts'
import {
  type AccessDeps,
  DEMO_USER_ID,
  hashToken,
  LINK_MS,
  newToken,
  type OpenedSession,
  openSession,
} from './sessions.ts'

export interface SignInFrom {
  address: string
  nowMs: number
}

export async function signIn(deps: AccessDeps, request: SignInRequest, from: SignInFrom): Promise<OpenedSession> {
  if (request.demo) return signInToDemo(deps, from)
  if (request.link !== undefined) return signInByLink(deps, request, from)
  const { email, password } = request
  const missing = [email === undefined && 'email', password === undefined && 'password'].filter((one) => one !== false)
  if (missing.length > 0)
    throw new RequestRefused(missing.map((name) => validationItem([name], 'any.required', 'is required')))
  return signInByPassword(deps, { email: email!.toLowerCase(), password: password! }, from)
}

async function signInByPassword(
  deps: AccessDeps,
  { email, password }: { email: string; password: string },
  { address, nowMs }: SignInFrom,
): Promise<OpenedSession> {
  await deps.throttle.try(email, address, nowMs)
  const user = await deps.store.findUserByEmail(email)
  const isRight = await deps.passwords.matches(password, user?.passwordHash ?? null)
  // The message and the time are the same whether the user exists or not.
  const wrong = () => new Unauthorized('wrong e-mail address or password')
  if (!user || !isRight) throw wrong()
  const opened = await deps.exclusively(ACCESS, async () => {
    // The comparison took time: if the password was changed meanwhile, which ended all sessions, no new one may begin.
    const current = await deps.store.getUser(user.id)
    if (current?.passwordHash !== user.passwordHash) throw wrong()
    return openSession(deps, current, 'password', nowMs)
  })
  await deps.throttle.succeeded(email, address)
  return opened
}

/** A user without a password must set one, or else the sender of the link could sign in as that user again. */
async function signInByLink(deps: AccessDeps, request: SignInRequest, { address, nowMs }: SignInFrom) {
  await deps.throttle.tryLink(address, nowMs)
  // Hashed before the lock, because hashing is slow, and before the link is used up.
  const { user: invited } = await followLink(deps, request, nowMs)
  const passwordHash = invited.passwordHash ?? (await deps.passwords.hash(requiredPassword(request)))
  const opened = await deps.exclusively(ACCESS, async () => {
    const { user: known, isNew } = await followLink(deps, request, nowMs)
    const user = { ...known, passwordHash: known.passwordHash ?? passwordHash }
    const isTaken = await deps.store.takeLink(hashToken(request.link!))
    if (!isTaken || !(await (isNew ? deps.store.addUser(user) : deps.store.updateUser(user)))) throw linkIsOver()
    return openSession(deps, user, 'link', nowMs)
  })
  await deps.throttle.linkSucceeded(address)
  return opened
}

function linkIsOver(): Unauthorized {
  return new Unauthorized(
    'this link is no longer valid: ask an owner for a new one, or make one with "vitrine user link"',
  )
}

/** The link of the first start belongs to no user and signs in a new one, the first owner. */
async function followLink(deps: AccessDeps, request: SignInRequest, nowMs: number) {
  const link = await deps.store.getLink(hashToken(request.link!))
  if (!link || link.expiresAtMs <= nowMs) throw linkIsOver()
  const isNew = link.userId === null
  const user = link.userId === null ? await firstOwner(deps, request, nowMs) : await deps.store.getUser(link.userId)
  if (!user) throw linkIsOver()
  return { user, isNew }
}

function requiredPassword({ password = '' }: SignInRequest): string {
  if (password.length >= SHORTEST_PASSWORD) return password
  const words = `length must be at least ${SHORTEST_PASSWORD} characters long: choose the password you will sign in with`
  throw new RequestRefused([validationItem(['password'], 'string.min', words)])
}

/** Returns undefined if there are users already. */
async function firstOwner(deps: AccessDeps, request: SignInRequest, nowMs: number): Promise<AdminUser | undefined> {
  if (await hasUsers(deps)) return undefined
  if (request.email === undefined)
    throw new RequestRefused([
      validationItem(['email'], 'any.required', 'is required: it becomes the address of the first owner'),
    ])
  const email = request.email.toLowerCase()
  return {
    id: deps.newId(),
    email,
    name: email.slice(0, email.indexOf('@')),
    role: 'owner',
    shops: null,
    passwordHash: null,
    createdAt: new Date(nowMs).toISOString(),
  }
}

/** True if somebody has added a user. The demo user does not count, because nobody added it. */
export async function hasUsers(deps: Pick<AccessDeps, 'store'>): Promise<boolean> {
  return (await deps.store.listUsers()).some(({ id }) => id !== DEMO_USER_ID)
}

async function signInToDemo(deps: AccessDeps, { nowMs }: SignInFrom): Promise<OpenedSession> {
  if (!deps.demoSignIn)
    throw new Refusal(403, 'the demo is off: sign in with your e-mail address and password, or with a one-time link')
  const user: AdminUser = {
    id: DEMO_USER_ID,
    email: 'demo@vitrine.invalid',
    name: 'Demo',
    role: 'owner',
    shops: null,
    passwordHash: null,
    createdAt: new Date(nowMs).toISOString(),
  }
  const known = await deps.store.getUser(DEMO_USER_ID)
  if (!known) await deps.store.addUser(user)
  return openSession(deps, known ?? user, 'demo', nowMs)
}

/** With a null `userId`, the link is for whoever will become the first owner. */
export async function createLink(deps: Pick<AccessDeps, 'store'>, userId: string | null, nowMs: number) {
  const link = newToken()
  const expiresAtMs = nowMs + LINK_MS
  if (userId === null) await deps.store.deleteOwnerLinks()
  await deps.store.addLink({ hash: hashToken(link), userId, expiresAtMs })
  return { link, expires_at: new Date(expiresAtMs).toISOString() }
}

/** Returns undefined if there are users already. */
export async function firstOwnerLink(deps: Pick<AccessDeps, 'store'>, nowMs: number): Promise<string | undefined> {
  return (await hasUsers(deps)) ? undefined : (await createLink(deps, null, nowMs)).link
}
