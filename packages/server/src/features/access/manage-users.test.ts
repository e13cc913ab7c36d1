import { describe, expect, it } from 'vitest'
import type { AdminUser } from '../../ports/admin-store/admin-store.ts'
import { type Actor, coversShops, keyActor } from './actor.ts'
import { DEMO_USER_ID, findSession, openSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { listUsers } from './manage-users.ts'
import {
  type Creation,
  type Update,
  actorOf,
  addUser,
  createUser,
  createUserLink,
  deleteUser,
  deps,
  from,
  HOUR_MS,
  NOW,
  store,
  updateUser,
  withStaff,
} from './testing/staff.ts'

withStaff()

describe('managing users', () => {
  const refused = (status: number) => expect.objectContaining({ status })

  it('U1: an owner of some shops sees and manages only users of those shops; others seem not to exist', async () => {
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

  it('U2: nobody gives users shops that are not their own, when creating or changing them', async () => {
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

  it('U4: the last owner of all shops cannot be removed or demoted', async () => {
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

  it('U4b: of two owners who are removed at the same time, one stays', async () => {
    const [ann, bob] = [await addUser(), await addUser()]
    const removed = await Promise.allSettled([ann, bob].map(({ id }) => deleteUser(deps, keyActor('k', null), id)))
    expect(removed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await store.listUsers()).toHaveLength(1)
    const [left] = await store.listUsers()
    const cid = await addUser()
    const changed = [
      deleteUser(deps, keyActor('k', null), left!.id),
      updateUser(deps, keyActor('k', null), cid.id, { role: 'analyst' }),
    ]
    expect((await Promise.allSettled(changed)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  it('U4c: an owner who was removed or demoted while waiting changes nothing and is not restored', async () => {
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

  it('U4d: of two concurrent changes to one user, neither undoes the other', async () => {
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

  it('U5b: the current password is checked ten times in a quarter of an hour, even the right one', async () => {
    const ann = await addUser({ passwordHash: await deps.passwords.hash('open sesame') })
    const actor = await actorOf(ann)
    const change = (current_password: string, nowMs = NOW) =>
      updateUser(deps, actor, ann.id, { password: 'a better one', current_password }, nowMs)
    await expect(change('wrong')).rejects.toThrow('is not the current password')
    for (let i = 0; i < 9; i++) await deps.throttle.tryCurrentPassword(ann.id, NOW)
    await expect(change('open sesame')).rejects.toMatchObject({ name: 'RateLimited' })
    // Wrong attempts with a stolen session must not lock the user out of signing in.
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

  it('U6: users who signed in by link, or have no password yet, need no current one', async () => {
    const user = await addUser({ passwordHash: await deps.passwords.hash('forgotten') })
    await updateUser(deps, await actorOf(user, 'link'), user.id, { password: 'new one' })
    const fresh = await addUser()
    expect((await updateUser(deps, await actorOf(fresh), fresh.id, { password: 'first one' })).has_password).toBe(true)
  })

  it('U7: a new password ends every other session of the user, and all sessions if a key sets it', async () => {
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

describe('a large number of users', () => {
  it('U10: is listed by page and e-mail address, for every actor', async () => {
    const all = keyActor('all', null)
    for (const name of ['c', 'a', 'd', 'b']) await addUser({ email: `${name}@shop.example`, shops: ['a.example'] })
    await addUser({ email: 'bb@shop.example', shops: ['b.example'] })
    const read = async (actor: Actor) => {
      const pages: string[][] = []
      for (let after: string | null = ''; after !== null; ) {
        const { users, next } = await listUsers(deps, actor, { after, limit: 2 })
        pages.push(users.map(({ email }) => email.split('@')[0]!))
        after = next
      }
      return pages
    }
    expect(await read(all)).toEqual([['a', 'b'], ['bb', 'c'], ['d']])
    expect(await read(keyActor('one', 'a.example'))).toEqual([['a', 'b'], ['c', 'd']]) // biome-ignore format: one line reads better
  })

  it('U11: is limited to a thousand for a shop, even if its name is given twice or added later', async () => {
    const owner = await actorOf(await addUser({ shops: ['a.example', 'b.example'] }))
    const ask = (name: string, shops: string[]) =>
      createUser(deps, owner, { email: `${name}@x.example`, role: 'analyst', shops }, NOW)
    const { user } = await ask('twice', ['A.example', 'a.example'])
    expect(user.shops).toEqual(['a.example'])
    for (let i = 0; i < 998; i++) await addUser({ shops: ['a.example'] })
    const other = await ask('other', ['b.example'])
    await expect(ask('more', ['b.example', 'a.example'])).rejects.toEqual(expect.objectContaining({ status: 409 }))
    await expect(updateUser(deps, owner, other.user.id, { shops: ['a.example'] })).rejects.toThrow(/1000 users/)
    await updateUser(deps, owner, user.id, { name: 'still changed' })
    await deleteUser(deps, owner, user.id)
    await updateUser(deps, owner, other.user.id, { shops: ['a.example', 'b.example'] })
  })
})

describe('the shops of an actor', () => {
  it('U9: must include all requested ones; a request for all shops needs an actor of all shops', () => {
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
