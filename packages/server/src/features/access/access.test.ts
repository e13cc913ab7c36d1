/** Who may sign in, for how long, and what of others they may change. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AdminStore, AdminUser } from '../../ports/admin-store/admin-store.ts'
import { sqliteAdminStore } from '../../ports/admin-store/sqlite.ts'
import { Unauthorized } from '../errors.ts'
import { type Actor, type CurrentActor, coversShops, keyActor } from './actor.ts'
import * as manage from './manage-users.ts'
import { Passwords } from './passwords.ts'
import { type AccessDeps, DEMO_USER_ID, findSession, hashToken, openSession, viewSession } from './sessions.ts'
import { inMemorySignInTries } from '../../ports/sign-in-tries/in-memory.ts'
import { inProcessExclusiveWork } from '../../ports/exclusive-work/in-process.ts'
import { SignInThrottle } from './sign-in-throttle.ts'
import { createLink, firstOwnerLink, signIn } from './sign-in.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const HOUR_MS = 3_600_000
const from = (nowMs = NOW, address = '10.0.0.1') => ({ nowMs, address })

let store: AdminStore
let deps: AccessDeps
let ids = 0
beforeEach(() => {
  store = sqliteAdminStore(':memory:')
  deps = {
    store,
    passwords: new Passwords(),
    throttle: new SignInThrottle(inMemorySignInTries()),
    exclusively: inProcessExclusiveWork(),
    newId: () => `u${++ids}`,
    demoSignIn: false,
  }
})
afterEach(() => store.close())

async function addUser(parts: Partial<AdminUser> = {}): Promise<AdminUser> {
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
/** As the router does: whoever acted a moment ago may be somebody else by now. */
const current =
  (actor: Actor): CurrentActor =>
  async () => {
    const user = actor.user && (await store.getUser(actor.user.id))
    if (actor.user && !user) throw new Unauthorized()
    return user ? { ...actor, user, role: user.role, shops: user.shops } : actor
  }
const { listUsers } = manage
type Update = Omit<Parameters<typeof manage.updateUser>[3], 'nowMs'>
const updateUser = (given: AccessDeps, actor: Actor, id: string, request: Update, nowMs = NOW) =>
  manage.updateUser(given, current(actor), id, { ...request, nowMs })
type Creation = Parameters<typeof manage.createUser>[2]
const createUser = (given: AccessDeps, actor: Actor, request: Creation, nowMs: number) =>
  manage.createUser(given, current(actor), request, nowMs)
const deleteUser = (given: AccessDeps, actor: Actor, id: string) => manage.deleteUser(given, current(actor), id)
const createUserLink = (given: AccessDeps, actor: Actor, id: string, nowMs: number) =>
  manage.createUserLink(given, current(actor), id, nowMs)
const actorOf = async (user: AdminUser, by: 'password' | 'link' = 'password') =>
  (await openSession(deps, user, by, NOW)).actor

describe('signing in', () => {
  it('S1: by e-mail address in any case and password; a wrong one and an unknown user read the same', async () => {
    await addUser({ email: 'ann@shop.example', passwordHash: await deps.passwords.hash('open sesame') })
    const { token, actor } = await signIn(deps, { email: 'ANN@shop.example', password: 'open sesame' }, from())
    expect([actor.name, actor.role, actor.session?.openedBy]).toEqual(['ann@shop.example', 'owner', 'password'])
    expect((await findSession(deps, token, NOW))?.name).toBe('ann@shop.example')
    const wrong = { message: 'wrong e-mail address or password' }
    await expect(signIn(deps, { email: 'ann@shop.example', password: 'x' }, from())).rejects.toMatchObject(wrong)
    await expect(signIn(deps, { email: 'bob@shop.example', password: 'x' }, from())).rejects.toMatchObject(wrong)
    await expect(signIn(deps, { email: 'ann@shop.example' }, from())).rejects.toThrow(/password/)
    await expect(signIn(deps, { password: 'x' }, from())).rejects.toThrow(/email/)
  })

  it('S2: a link signs its user in once, within a day', async () => {
    const user = await addUser({ passwordHash: 'scrypt$$' })
    const { link, expires_at } = await createLink(deps, user.id, NOW)
    expect(expires_at).toBe(new Date(NOW + 24 * HOUR_MS).toISOString())
    const { actor } = await signIn(deps, { link }, from(NOW + 24 * HOUR_MS - 1))
    expect([actor.user?.id, actor.session?.openedBy]).toEqual([user.id, 'link'])
    await expect(signIn(deps, { link }, from(NOW + 1))).rejects.toThrow('no longer good')
    const late = await createLink(deps, user.id, NOW)
    await expect(signIn(deps, { link: late.link }, from(NOW + 24 * HOUR_MS))).rejects.toThrow('no longer good')
    await expect(signIn(deps, { link: 'invented' }, from())).rejects.toThrow('no longer good')
  })

  it('S2b: whoever has no password sets one with the link, which is not used up by a refusal, and whoever has one keeps it', async () => {
    const user = await addUser()
    const { link } = await createLink(deps, user.id, NOW)
    for (const password of [undefined, 'too short'])
      await expect(signIn(deps, { link, ...(password ? { password } : {}) }, from())).rejects.toThrow(/password/)
    await signIn(deps, { link, password: 'open sesame' }, from())
    const again = await createLink(deps, user.id, NOW)
    await signIn(deps, { link: again.link, password: 'not this one' }, from())
    expect((await signIn(deps, { email: user.email, password: 'open sesame' }, from())).actor.user?.id).toBe(user.id)
  })

  it('S3: the link of the first start makes one owner of all shops, and only while there is no user', async () => {
    const link = (await firstOwnerLink(deps, NOW))!
    await expect(signIn(deps, { link }, from())).rejects.toThrow(/email/)
    const { actor } = await signIn(deps, { link, email: 'First@Shop.example', password: 'open sesame' }, from())
    expect([actor.user?.email, actor.user?.name, actor.role, actor.shops]).toEqual([
      'first@shop.example',
      'first',
      'owner',
      null,
    ])
    expect(await firstOwnerLink(deps, NOW)).toBeUndefined()
    const second = await createLink(deps, null, NOW)
    await expect(signIn(deps, { link: second.link, email: 'b@shop.example' }, from())).rejects.toThrow('no longer good')
  })

  it('S4: a new first-owner link ends the one before', async () => {
    const first = (await firstOwnerLink(deps, NOW))!
    await firstOwnerLink(deps, NOW)
    await expect(signIn(deps, { link: first, email: 'a@shop.example' }, from())).rejects.toThrow('no longer good')
  })

  it('S5: the demo only where it is on, and its user is nobody whom others count', async () => {
    await expect(signIn(deps, { demo: true }, from())).rejects.toMatchObject({ status: 403 })
    const on = { ...deps, demoSignIn: true }
    const { token, actor } = await signIn(on, { demo: true }, from())
    expect([actor.role, actor.user?.id, actor.session?.openedBy]).toEqual(['owner', DEMO_USER_ID, 'demo'])
    expect(await firstOwnerLink(deps, NOW)).toBeTypeOf('string')
    expect((await findSession(on, token, NOW))?.user?.id).toBe(DEMO_USER_ID)
    expect(await findSession(deps, token, NOW)).toBeUndefined()
  })

  it('S6: the tenth wrong password is the last that is looked at for a while, the right one after it included', async () => {
    await addUser({ email: 'a@shop.example', passwordHash: await deps.passwords.hash('right') })
    const enter = (password: string) => signIn(deps, { email: 'a@shop.example', password }, from())
    for (let i = 0; i < 10; i++) await expect(enter('x')).rejects.toMatchObject({ name: 'Unauthorized' })
    await expect(enter('right')).rejects.toMatchObject({ name: 'RateLimited' })
  })
})

describe('a session', () => {
  it('S6b: a link still signs in from where too many passwords were tried', async () => {
    const user = await addUser({ passwordHash: 'scrypt$$' })
    for (let i = 0; i < 30; i++) await deps.throttle.try(`${i}@shop.example`, from().address, NOW)
    await expect(signIn(deps, { email: user.email, password: 'x' }, from())).rejects.toMatchObject({
      name: 'RateLimited',
    })
    const { link } = await createLink(deps, user.id, NOW)
    expect((await signIn(deps, { link }, from())).actor.name).toBe(user.email)
    const guessed = Array.from({ length: 31 }, () => signIn(deps, { link: 'x' }, from()).catch((error) => error.name))
    expect((await Promise.all(guessed)).at(-1)).toBe('RateLimited')
  })

  it('S6c: a password that is changed while it is compared opens none', async () => {
    const user = await addUser({ email: 'a@shop.example', passwordHash: await deps.passwords.hash('old one') })
    const hash = await deps.passwords.hash('new one')
    const changing = {
      ...deps,
      passwords: Object.assign(Object.create(deps.passwords) as Passwords, {
        matches: async (password: string, stored: string | null) => {
          const isRight = await deps.passwords.matches(password, stored)
          await store.updateUser({ ...user, passwordHash: hash })
          return isRight
        },
      }),
    }
    const opened = signIn(changing, { email: user.email, password: 'old one' }, from())
    await expect(opened).rejects.toMatchObject({ name: 'Unauthorized' })
  })

  it('S7: is over eight hours after it was last used, and a week after it began', async () => {
    const { token } = await openSession(deps, await addUser(), 'password', NOW)
    expect(await findSession(deps, token, NOW + 8 * HOUR_MS - 1)).toBeDefined()
    expect(await findSession(deps, token, NOW + 16 * HOUR_MS - 2)).toBeDefined()
    expect(await findSession(deps, token, NOW + 24 * HOUR_MS - 2)).toBeUndefined()
    const { token: busy } = await openSession(deps, await addUser(), 'password', NOW)
    for (let hour = 7; hour < 7 * 24; hour += 7)
      expect([hour, (await findSession(deps, busy, NOW + hour * HOUR_MS)) !== undefined]).toEqual([hour, true])
    expect(await findSession(deps, busy, NOW + 7 * 24 * HOUR_MS)).toBeUndefined()
  })

  it('S8: notes its use once a minute', async () => {
    const { token } = await openSession(deps, await addUser(), 'password', NOW)
    const seen = async () => (await store.getSession(hashToken(token)))?.seenAtMs
    await findSession(deps, token, NOW + 59_999)
    expect(await seen()).toBe(NOW)
    await findSession(deps, token, NOW + 60_000)
    expect(await seen()).toBe(NOW + 60_000)
  })

  it('S9: ends with its user, and a token that was never given is none', async () => {
    const user = await addUser()
    const { token } = await openSession(deps, user, 'password', NOW)
    await store.deleteUser(user.id)
    expect(await findSession(deps, token, NOW)).toBeUndefined()
    expect(await findSession(deps, 'invented', NOW)).toBeUndefined()
  })

  it('S10: says who it is, whether they have a password and when it ends; a key has no end', async () => {
    const actor = await actorOf(await addUser({ shops: ['a.example'], passwordHash: 'x' }))
    expect(viewSession(actor)).toMatchObject({
      user: { has_password: true },
      shops: ['a.example'],
      opened_by: 'password',
      expires_at: new Date(NOW + 7 * 24 * HOUR_MS).toISOString(),
    })
    expect(viewSession(keyActor('ci', null))).toMatchObject({
      user: null,
      shops: null,
      opened_by: 'key',
      expires_at: null,
      csrf: null,
    })
  })

  it('S11: whoever opens one clears away those that are over, and no others', async () => {
    const user = await addUser()
    const old = await openSession(deps, user, 'password', NOW - 9 * HOUR_MS)
    const young = await openSession(deps, user, 'password', NOW - 7 * HOUR_MS)
    await openSession(deps, user, 'password', NOW)
    expect(await store.getSession(hashToken(old.token))).toBeUndefined()
    expect(await store.getSession(hashToken(young.token))).toBeDefined()
  })
})

describe('managing users', () => {
  const refused = (status: number) => expect.objectContaining({ status })

  it('U1: an owner of some shops sees and manages users of those shops alone; others read as missing', async () => {
    const owner = await actorOf(await addUser({ shops: ['a.example', 'b.example'] }))
    const own = await addUser({ shops: ['a.example'] })
    const both = await addUser({ shops: ['a.example', 'c.example'] })
    const all = await addUser({ shops: null })
    const none = await addUser({ shops: [] })
    const seen = (await listUsers(deps, owner)).users.map(({ id }) => id)
    expect([own, both, all].map(({ id }) => seen.includes(id))).toEqual([true, false, false])
    await expect(createUserLink(deps, owner, own.id, NOW)).resolves.toMatchObject({ link: expect.any(String) })
    for (const { id } of [both, all, none, { id: DEMO_USER_ID }, { id: 'nobody' }]) {
      await expect(createUserLink(deps, owner, id, NOW)).rejects.toEqual(refused(404))
      await expect(deleteUser(deps, owner, id)).rejects.toEqual(refused(404))
      await expect(updateUser(deps, owner, id, { name: 'x' })).rejects.toEqual(refused(404))
    }
  })

  it('U2: nobody gives shops that are not their own, by creating or by changing', async () => {
    const owner = await actorOf(await addUser({ shops: ['a.example'] }))
    const ask = { email: 'N@shop.example', role: 'merchandiser' } as Creation
    await expect(createUser(deps, owner, { ...ask, shops: ['b.example'] }, NOW)).rejects.toThrow(/shops/)
    await expect(createUser(deps, owner, { ...ask, shops: null }, NOW)).rejects.toThrow(/shops/)
    await expect(createUser(deps, owner, { ...ask, shops: [] }, NOW)).rejects.toThrow(/shops/)
    const { user, link } = await createUser(deps, owner, { ...ask, shops: ['A.example'] }, NOW)
    expect([user.email, user.name, user.shops, user.has_password]).toEqual([
      'n@shop.example',
      'n',
      ['a.example'],
      false,
    ])
    expect(link).toBeTypeOf('string')
    await expect(updateUser(deps, owner, user.id, { shops: ['b.example'] })).rejects.toThrow(/shops/)
    await expect(createUser(deps, owner, { ...ask, shops: ['a.example'] }, NOW)).rejects.toEqual(refused(409))
    const unsaid = await createUser(deps, owner, { ...ask, email: 'm@shop.example' }, NOW)
    expect(unsaid.user.shops).toEqual(['a.example'])
  })

  it('U3: only owners manage others, and only owners change roles, their own included', async () => {
    const editor = await actorOf(await addUser({ role: 'merchandiser' } as Partial<AdminUser>))
    const other = await addUser()
    await expect(deleteUser(deps, editor, other.id)).rejects.toEqual(refused(404))
    await expect(updateUser(deps, editor, editor.user!.id, { role: 'owner' })).rejects.toEqual(refused(403))
    await expect(updateUser(deps, editor, editor.user!.id, { shops: ['a.example'] })).rejects.toEqual(refused(403))
    expect((await updateUser(deps, editor, editor.user!.id, { name: 'New' })).name).toBe('New')
  })

  it('U4: the last owner of all shops stays one', async () => {
    const user = await addUser()
    const actor = await actorOf(user)
    await expect(deleteUser(deps, actor, user.id)).rejects.toEqual(refused(409))
    await expect(updateUser(deps, actor, user.id, { role: 'analyst' })).rejects.toEqual(refused(409))
    await expect(updateUser(deps, actor, user.id, { shops: ['a.example'] })).rejects.toEqual(refused(409))
    await addUser({ id: DEMO_USER_ID, email: 'demo@vitrine.invalid' })
    await addUser({ shops: ['a.example'] })
    await expect(deleteUser(deps, actor, user.id)).rejects.toEqual(refused(409))
    await addUser()
    await deleteUser(deps, actor, user.id)
    expect(await store.getUser(user.id)).toBeUndefined()
  })

  it('U4b: of two owners who are removed at once one stays', async () => {
    const [ann, bob] = [await addUser(), await addUser()]
    const removed = await Promise.allSettled([ann, bob].map(({ id }) => deleteUser(deps, keyActor('k', null), id)))
    expect(removed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await store.listUsers()).toHaveLength(1)
    // Nor does one who is made less than an owner while the other goes.
    const [left] = await store.listUsers()
    const cid = await addUser()
    const changed = [
      deleteUser(deps, keyActor('k', null), left!.id),
      updateUser(deps, keyActor('k', null), cid.id, { role: 'analyst' }),
    ]
    expect((await Promise.allSettled(changed)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  it('U4c: an owner who was removed or demoted before the turn came changes nothing, and does not come back', async () => {
    await addUser()
    const [ann, bob] = [await addUser(), await addUser()]
    const asAnn = await actorOf(ann)
    const both = [deleteUser(deps, keyActor('k', null), ann.id), updateUser(deps, asAnn, ann.id, { name: 'Back' })]
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await store.getUser(ann.id)).toBeUndefined()
    const asBob = await actorOf(bob)
    const cid = await addUser({ role: 'analyst' } as Partial<AdminUser>)
    const demoted = updateUser(deps, keyActor('k', null), bob.id, { role: 'analyst' })
    const more = [
      updateUser(deps, asBob, cid.id, { role: 'owner' }),
      updateUser(deps, asBob, bob.id, { role: 'owner' }),
      createUserLink(deps, asBob, cid.id, NOW),
      deleteUser(deps, asBob, cid.id),
    ]
    await demoted
    expect(new Set((await Promise.allSettled(more)).map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect((await store.getUser(cid.id))?.role).toBe('analyst')
  })

  it('U4d: of two who change one user at once neither undoes the other', async () => {
    const ann = await addUser()
    const asAnn = await actorOf(ann)
    await addUser()
    const changes: Update[] = [{ name: 'Ann' }, { password: 'a better one' }]
    await Promise.all([
      ...changes.map((one) => updateUser(deps, asAnn, ann.id, one)),
      updateUser(deps, keyActor('k', null), ann.id, { shops: ['a.example'] }),
    ])
    const now = (await store.getUser(ann.id))!
    expect([now.name, now.shops, now.passwordHash === null]).toEqual(['Ann', ['a.example'], false])
  })

  it('U5b: the current password is looked at ten times in a quarter of an hour, the right one too', async () => {
    const ann = await addUser({ passwordHash: await deps.passwords.hash('open sesame') })
    const actor = await actorOf(ann)
    const change = (current_password: string, nowMs = NOW) =>
      updateUser(deps, actor, ann.id, { password: 'a better one', current_password }, nowMs)
    await expect(change('wrong')).rejects.toThrow('is not the current password')
    for (let i = 0; i < 9; i++) await deps.throttle.tryCurrentPassword(ann.id, NOW)
    await expect(change('open sesame')).rejects.toMatchObject({ name: 'RateLimited' })
    // Whoever has the session cannot keep its user out by that.
    await signIn(deps, { email: ann.email, password: 'open sesame' }, from())
    await change('open sesame', NOW + HOUR_MS)
  })

  it('U5: a password is changed by its user with the current one; an owner cannot set it, a key can', async () => {
    const passwordHash = await deps.passwords.hash('old one')
    const user = await addUser({ passwordHash })
    const self = await actorOf(user)
    const owner = await actorOf(await addUser())
    await expect(updateUser(deps, owner, user.id, { password: 'new one' })).rejects.toEqual(refused(403))
    await expect(updateUser(deps, self, user.id, { password: 'new one' })).rejects.toThrow(/current_password/)
    await expect(updateUser(deps, self, user.id, { password: 'new one', current_password: 'guess' })).rejects.toThrow(
      /current_password/,
    )
    await updateUser(deps, self, user.id, { password: 'new one', current_password: 'old one' })
    const stored = async () => (await store.getUser(user.id))!.passwordHash
    expect(await deps.passwords.matches('new one', await stored())).toBe(true)
    await updateUser(deps, keyActor('ci', null), user.id, { password: 'by key' })
    expect(await deps.passwords.matches('by key', await stored())).toBe(true)
  })

  it('U6: whoever came by a link, or has no password yet, needs no current one', async () => {
    const user = await addUser({ passwordHash: await deps.passwords.hash('forgotten') })
    await updateUser(deps, await actorOf(user, 'link'), user.id, { password: 'new one' })
    const fresh = await addUser()
    expect((await updateUser(deps, await actorOf(fresh), fresh.id, { password: 'first one' })).has_password).toBe(true)
  })

  it('U7: a new password ends every other session of the user, and all of them where a key sets it', async () => {
    const user = await addUser()
    const mine = await openSession(deps, user, 'link', NOW)
    const elsewhere = await openSession(deps, user, 'link', NOW)
    await updateUser(deps, mine.actor, user.id, { password: 'new one' })
    expect(await findSession(deps, mine.token, NOW)).toBeDefined()
    expect(await findSession(deps, elsewhere.token, NOW)).toBeUndefined()
    await updateUser(deps, keyActor('ci', null), user.id, { password: 'by key' })
    expect(await findSession(deps, mine.token, NOW)).toBeUndefined()
  })

  it('U8: a change of the name leaves role, shops, password and sessions as they were', async () => {
    const user = await addUser({ shops: ['a.example'], passwordHash: 'scrypt$$' })
    const { token, actor } = await openSession(deps, user, 'password', NOW)
    await updateUser(deps, actor, user.id, { name: 'New' })
    expect(await store.getUser(user.id)).toEqual({ ...user, name: 'New' })
    expect(await findSession(deps, token, NOW)).toBeDefined()
  })
})

describe('the shops of an actor', () => {
  it('U9: all of the asked ones must be theirs; every shop is covered by every shop alone', () => {
    const of = (shops: Actor['shops'], asked: Actor['shops']) => coversShops({ shops }, asked)
    expect([of(null, []), of(['a'], []), of([], []), of([], ['a'])]).toEqual([true, false, false, false])
    expect([of(null, null), of(null, ['a']), of(['a', 'b'], ['a']), of(['a'], ['a', 'b']), of(['a'], null)]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
