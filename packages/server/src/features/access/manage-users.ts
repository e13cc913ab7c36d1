import {
  type RequestOf,
  type createUserRoute,
  type UserView,
  type updateUserRoute,
  validationItem,
} from '@vitrine/contract'
import type { AdminUser } from '../../ports/admin-store/admin-store.ts'
import { Refusal, RequestRefused } from '../errors.ts'
import { type Actor, coversShops } from './actor.ts'
import { type AccessDeps, DEMO_USER_ID, viewUser } from './sessions.ts'
import { createLink } from './sign-in.ts'

export async function listUsers(deps: AccessDeps, actor: Actor): Promise<{ users: UserView[] }> {
  const users = await deps.store.listUsers()
  return { users: users.filter((user) => user.id !== DEMO_USER_ID && coversShops(actor, user.shops)).map(viewUser) }
}

/** Of two owners who are removed at once, on whichever nodes, the second must see that the first is gone. */
const OWNER_CHANGES = 'users'

type CreateUser = RequestOf<typeof createUserRoute>
type UpdateUser = RequestOf<typeof updateUserRoute>

export async function createUser(deps: AccessDeps, actor: Actor, request: CreateUser, nowMs: number) {
  const shops = lowerCased(request.shops === undefined ? actor.shops : request.shops)
  requireCovered(actor, shops)
  const email = request.email.toLowerCase()
  const user: AdminUser = {
    id: deps.newId(),
    email,
    name: request.name ?? email.slice(0, email.indexOf('@')),
    role: request.role,
    shops,
    passwordHash: request.password === undefined ? null : await deps.passwords.hash(request.password),
    createdAt: new Date(nowMs).toISOString(),
  }
  if (!(await deps.store.putUser(user))) throw new Refusal(409, 'there is a user with this e-mail address')
  return { user: viewUser(user), ...(await createLink(deps, user.id, nowMs)) }
}

/** What an owner may change of others, and anybody of themselves. */
export async function updateUser(
  deps: AccessDeps,
  actor: Actor,
  id: string,
  request: UpdateUser & { nowMs: number },
): Promise<UserView> {
  const isSelf = actor.user?.id === id
  const user = isSelf ? actor.user! : await manageable(deps, actor, id)
  if ((request.role !== undefined || request.shops !== undefined) && actor.role !== 'owner')
    throw new Refusal(403, 'only an owner changes roles and shops')
  if (request.password !== undefined) await requirePasswordRight(deps, actor, isSelf, request)
  const changed: AdminUser = {
    ...user,
    name: request.name ?? user.name,
    role: request.role ?? user.role,
    shops: request.shops === undefined ? user.shops : lowerCased(request.shops),
    passwordHash: request.password === undefined ? user.passwordHash : await deps.passwords.hash(request.password),
  }
  requireCovered(actor, changed.shops)
  await deps.exclusively(OWNER_CHANGES, async () => {
    await requireOwnerLeft(deps, user, changed)
    await deps.store.putUser(changed)
  })
  if (request.password !== undefined) await deps.store.deleteSessionsOf(id, isSelf ? actor.session!.hash : null)
  return viewUser(changed)
}

/** One's own, with the current one; a key sets anybody's. Owners give a link instead, so that nobody knows another's password. */
async function requirePasswordRight(
  deps: AccessDeps,
  actor: Actor,
  isSelf: boolean,
  request: UpdateUser & { nowMs: number },
) {
  if (actor.user === undefined) return
  if (!isSelf) throw new Refusal(403, 'only the user sets the password: give them a one-time link')
  if (actor.user.passwordHash === null || actor.session!.openedBy === 'link') return
  await deps.throttle.tryCurrentPassword(actor.user.id, request.nowMs)
  if (!(await deps.passwords.matches(request.current_password ?? '', actor.user.passwordHash)))
    throw new RequestRefused([validationItem(['current_password'], 'any.invalid', 'is not the current password')])
}

export async function deleteUser(deps: AccessDeps, actor: Actor, id: string): Promise<void> {
  await deps.exclusively(OWNER_CHANGES, async () => {
    await requireOwnerLeft(deps, await manageable(deps, actor, id), undefined)
    await deps.store.deleteUser(id)
  })
}

export async function createUserLink(deps: AccessDeps, actor: Actor, id: string, nowMs: number) {
  await manageable(deps, actor, id)
  return createLink(deps, id, nowMs)
}

/** A user whose shops are all the owner's; others read as missing. */
async function manageable(deps: AccessDeps, actor: Actor, id: string): Promise<AdminUser> {
  const user = id === DEMO_USER_ID ? undefined : await deps.store.getUser(id)
  if (!user || actor.role !== 'owner' || !coversShops(actor, user.shops))
    throw new Refusal(404, 'there is no such user')
  return user
}

function requireCovered(actor: Actor, shops: AdminUser['shops']): void {
  if (coversShops(actor, shops)) return
  throw new RequestRefused([validationItem(['shops'], 'any.invalid', 'must be shops of your own')])
}

async function requireOwnerLeft(deps: AccessDeps, before: AdminUser, after: AdminUser | undefined): Promise<void> {
  const isFullOwner = (user: AdminUser | undefined) => user?.role === 'owner' && user.shops === null
  if (!isFullOwner(before) || isFullOwner(after)) return
  const others = (await deps.store.listUsers()).filter(({ id }) => id !== before.id && id !== DEMO_USER_ID)
  if (!others.some(isFullOwner))
    throw new Refusal(409, 'this is the last user who owns all shops: add another owner first')
}

function lowerCased(shops: readonly string[] | null): readonly string[] | null {
  return shops?.map((shop) => shop.toLowerCase()) ?? null
}
