import {
  type AuditView,
  type createUserRoute,
  MAX_USERS_PER_PAGE,
  type RequestOf,
  type updateUserRoute,
  type UserView,
  validationItem,
} from '@vitrine/contract'
import type { AdminStore, AdminUser } from '../../ports/admin-store/admin-store.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { Refusal, RequestRefused } from '../errors.ts'
import { type Actor, coversShops, type CurrentActor } from './actor.ts'
import { changeAccess } from './change-access.ts'
import { type AccessDeps, DEMO_USER_ID, viewUser } from './sessions.ts'
import { createLink } from './sign-in.ts'

interface UsersPage {
  users: UserView[]
  next: string | null
}

export async function listUsers(
  deps: AccessDeps,
  actor: Actor,
  { after = '', limit = MAX_USERS_PER_PAGE }: { after?: string | undefined; limit?: number | undefined } = {},
): Promise<UsersPage> {
  const isListed = ({ id, email, shops }: AdminUser) =>
    id !== DEMO_USER_ID && email > after && coversShops(actor, shops)
  const users = (await deps.store.listUsers()).filter(isListed).sort((a, b) => (a.email < b.email ? -1 : 1))
  const page = users.slice(0, limit)
  return { users: page.map(viewUser), next: users.length > limit ? (page.at(-1)?.email ?? null) : null }
}

type CreateUser = RequestOf<typeof createUserRoute>
type UpdateUser = RequestOf<typeof updateUserRoute>

export async function createUser(deps: AccessDeps, who: CurrentActor, request: CreateUser, nowMs: number) {
  // Hashing is slow, so it comes before the lock.
  const passwordHash = request.password === undefined ? null : await deps.passwords.hash(request.password)
  return changeAccess(deps, who, async (actor) => {
    const shops = namesOf(request.shops === undefined ? actor.shops : request.shops)
    requireCovered(actor, shops)
    await requireRoom(deps, shops)
    const email = request.email.toLowerCase()
    const name = request.name ?? email.slice(0, email.indexOf('@'))
    const createdAt = new Date(nowMs).toISOString()
    const user = { id: deps.newId(), email, name, role: request.role, shops, passwordHash, createdAt }
    if (!(await deps.store.addUser(user))) throw new Refusal(409, 'a user with this e-mail address already exists')
    return { user: viewUser(user), ...(await createLink(deps, user.id, nowMs)) }
  })
}

/** Owners may change others; users may change themselves. */
export async function updateUser(
  deps: AccessDeps,
  who: CurrentActor,
  id: string,
  request: UpdateUser & { nowMs: number },
): Promise<UserView> {
  const password = request.password === undefined ? undefined : await newPassword(deps, await who(), id, request)
  return changeAccess(deps, who, async (actor) => {
    const isSelf = actor.user?.id === id
    const user = isSelf ? actor.user! : await manageable(deps, actor, id)
    if (password && password.insteadOf !== user.passwordHash)
      throw new Refusal(409, 'the password was changed in the meantime: try again')
    const changed = { ...changedBy(actor, user, request), ...(password ? { passwordHash: password.hash } : {}) }
    await requireRoom(deps, changed.shops?.filter((shop) => !user.shops?.includes(shop)) ?? null)
    await requireOwnerLeft(deps, user, changed)
    if (!(await deps.store.updateUser(changed))) throw noSuchUser()
    if (password) await deps.store.deleteSessionsOf(id, isSelf ? actor.session!.hash : null)
    return viewUser(changed)
  })
}

function changedBy(actor: Actor, user: AdminUser, { name, role, shops }: UpdateUser): AdminUser {
  if ((role !== undefined || shops !== undefined) && actor.role !== 'owner')
    throw new Refusal(403, 'only an owner can change roles and shops')
  const changed = {
    ...user,
    name: name ?? user.name,
    role: role ?? user.role,
    shops: shops === undefined ? user.shops : namesOf(shops),
  }
  requireCovered(actor, changed.shops)
  return changed
}

/** Users change their own password with the current one. Owners give out a link instead, so that they never know it. */
async function newPassword(deps: AccessDeps, actor: Actor, id: string, request: UpdateUser & { nowMs: number }) {
  const hash = () => deps.passwords.hash(request.password!)
  const { user } = actor
  if (user === undefined) return { hash: await hash(), insteadOf: (await manageable(deps, actor, id)).passwordHash }
  if (user.id !== id) throw new Refusal(403, 'only users themselves can set their password: give them a one-time link')
  if (user.passwordHash !== null && actor.session!.openedBy !== 'link') {
    await deps.throttle.tryCurrentPassword(id, request.nowMs)
    if (!(await deps.passwords.matches(request.current_password ?? '', user.passwordHash)))
      throw new RequestRefused([validationItem(['current_password'], 'any.invalid', 'is not the current password')])
  }
  return { hash: await hash(), insteadOf: user.passwordHash }
}

export function deleteUser(deps: AccessDeps, who: CurrentActor, id: string): Promise<void> {
  return changeAccess(deps, who, async (actor) => {
    await requireOwnerLeft(deps, await manageable(deps, actor, id), undefined)
    await deps.store.deleteUser(id)
  })
}

export function createUserLink(deps: AccessDeps, who: CurrentActor, id: string, nowMs: number) {
  return changeAccess(deps, who, async (actor) => {
    await manageable(deps, actor, id)
    return createLink(deps, id, nowMs)
  })
}

/** For an actor who does not own all shops of the user, the error is the same as for an unknown user. */
async function manageable(deps: AccessDeps, actor: Actor, id: string): Promise<AdminUser> {
  const user = id === DEMO_USER_ID ? undefined : await deps.store.getUser(id)
  if (!user || actor.role !== 'owner' || !coversShops(actor, user.shops)) throw noSuchUser()
  return user
}

function noSuchUser(): Refusal {
  return new Refusal(404, 'there is no such user')
}

function requireCovered(actor: Actor, shops: AdminUser['shops']): void {
  if (coversShops(actor, shops)) return
  throw new RequestRefused([validationItem(['shops'], 'any.invalid', 'must be shops that you own')])
}

async function requireOwnerLeft(deps: AccessDeps, before: AdminUser, after: AdminUser | undefined): Promise<void> {
  const isFullOwner = (user: AdminUser | undefined) => user?.role === 'owner' && user.shops === null
  if (!isFullOwner(before) || isFullOwner(after)) return
  const others = (await deps.store.listUsers()).filter(({ id }) => id !== before.id && id !== DEMO_USER_ID)
  if (!others.some(isFullOwner))
    throw new Refusal(409, 'this is the last user who owns all shops: add another owner first')
}

const MAX_USERS = 1000

/** Limits the users of a shop, because all of them are read whenever anybody's access changes. */
async function requireRoom({ store }: AccessDeps, shops: AdminUser['shops']): Promise<void> {
  if (shops === null || shops.length === 0) return
  const users = await store.listUsers()
  const full = shops.find((shop) => users.filter((user) => user.shops?.includes(shop)).length >= MAX_USERS)
  if (full !== undefined)
    throw new Refusal(409, `${full} has ${MAX_USERS} users, which is the maximum: remove some first`)
}

function namesOf(shops: readonly string[] | null): readonly string[] | null {
  return shops && [...new Set(shops.map((shop) => shop.toLowerCase()))]
}

const DEFAULT_LIMIT = 100

export async function listAudit(
  store: Pick<AdminStore, 'listAudit'>,
  shop: ShopId,
  { before, limit }: Record<string, string>,
): Promise<{ entries: AuditView[] }> {
  const entries = await store.listAudit(shop, Number(before ?? Number.MAX_SAFE_INTEGER), Number(limit ?? DEFAULT_LIMIT))
  return {
    entries: entries.map(({ atMs, diff, ...entry }) => ({
      ...entry,
      at: new Date(atMs).toISOString(),
      diff: diff && [...diff],
    })),
  }
}
