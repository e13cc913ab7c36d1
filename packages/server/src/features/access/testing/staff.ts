import { afterEach, beforeEach } from 'vitest'
import type { AdminStore, AdminUser } from '../../../ports/admin-store/admin-store.ts'
import { sqliteAdminStore } from '../../../ports/admin-store/sqlite.ts'
import { inProcessExclusiveWork } from '../../../ports/exclusive-work/in-process.ts'
import { inMemorySignInTries } from '../../../ports/sign-in-tries/in-memory.ts'
import { Unauthorized } from '../../errors.ts'
import type { Actor, CurrentActor } from '../actor.ts'
import * as manage from '../manage-users.ts'
import { type AccessDeps, openSession } from '../sessions.ts'
import { SignInThrottle } from '../sign-in-throttle.ts'
import { cheapPasswords } from './cheap-passwords.ts'

export const NOW = Date.parse('2026-03-10T12:00:00Z')
export const HOUR_MS = 3_600_000
export const from = (nowMs = NOW, address = '10.0.0.1') => ({ nowMs, address })

export let store: AdminStore
export let deps: AccessDeps
let ids = 0

export function withStaff(): void {
  beforeEach(() => {
    store = sqliteAdminStore(':memory:')
    deps = {
      store,
      passwords: cheapPasswords(),
      throttle: new SignInThrottle(inMemorySignInTries()),
      exclusively: inProcessExclusiveWork(),
      newId: () => `u${++ids}`,
      demoSignIn: false,
    }
  })
  afterEach(() => store.close())
}

export async function addUser(parts: Partial<AdminUser> = {}): Promise<AdminUser> {
  const id = parts.id ?? deps.newId()
  const user: AdminUser = {
    id,
    email: `${id}@shop.example`,
    name: id,
    role: 'owner',
    shops: null,
    passwordHash: null,
    createdAt: new Date(NOW).toISOString(),
    ...parts,
  }
  await store.addUser(user)
  return user
}

export const actorOf = async (user: AdminUser, by: 'password' | 'link' = 'password') =>
  (await openSession(deps, user, by, NOW)).actor

const current =
  (actor: Actor): CurrentActor =>
  async () => {
    const user = actor.user && (await store.getUser(actor.user.id))
    if (actor.user && !user) throw new Unauthorized()
    return user ? { ...actor, user, role: user.role, shops: user.shops } : actor
  }
export type Update = Omit<Parameters<typeof manage.updateUser>[3], 'nowMs'>
export const updateUser = (given: AccessDeps, actor: Actor, id: string, request: Update, nowMs = NOW) =>
  manage.updateUser(given, current(actor), id, { ...request, nowMs })
export type Creation = Parameters<typeof manage.createUser>[2]
export const createUser = (given: AccessDeps, actor: Actor, request: Creation, nowMs: number) =>
  manage.createUser(given, current(actor), request, nowMs)
export const deleteUser = (given: AccessDeps, actor: Actor, id: string) => manage.deleteUser(given, current(actor), id)
export const createUserLink = (given: AccessDeps, actor: Actor, id: string, nowMs: number) =>
  manage.createUserLink(given, current(actor), id, nowMs)
