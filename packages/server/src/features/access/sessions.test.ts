import { describe, expect, it } from 'vitest'
import { keyActor } from './actor.ts'
import type { Passwords } from './passwords.ts'
import { findSession, hashToken, openSession, viewSession } from './sessions.ts'
import { createLink, signIn } from './sign-in.ts'
import { actorOf, addUser, deps, from, HOUR_MS, NOW, store, withStaff } from './testing/staff.ts'

withStaff()

describe('a session', () => {
  it('S6b: begins by link even from a network that tried too many passwords', async () => {
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

  it('S6c: does not begin if the password is changed while it is compared', async () => {
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

  it('S7: ends eight hours after its last use, and a week after it began', async () => {
    const { token } = await openSession(deps, await addUser(), 'password', NOW)
    expect(await findSession(deps, token, NOW + 8 * HOUR_MS - 1)).toBeDefined()
    expect(await findSession(deps, token, NOW + 16 * HOUR_MS - 2)).toBeDefined()
    expect(await findSession(deps, token, NOW + 24 * HOUR_MS - 2)).toBeUndefined()
    const { token: busy } = await openSession(deps, await addUser(), 'password', NOW)
    for (let hour = 7; hour < 7 * 24; hour += 7)
      expect([hour, (await findSession(deps, busy, NOW + hour * HOUR_MS)) !== undefined]).toEqual([hour, true])
    expect(await findSession(deps, busy, NOW + 7 * 24 * HOUR_MS)).toBeUndefined()
  })

  it('S8: records its use once a minute', async () => {
    const { token } = await openSession(deps, await addUser(), 'password', NOW)
    const seen = async () => (await store.getSession(hashToken(token)))?.seenAtMs
    await findSession(deps, token, NOW + 59_999)
    expect(await seen()).toBe(NOW)
    await findSession(deps, token, NOW + 60_000)
    expect(await seen()).toBe(NOW + 60_000)
  })

  it('S9: ends with its user, and does not exist for an unknown token', async () => {
    const user = await addUser()
    const { token } = await openSession(deps, user, 'password', NOW)
    await store.deleteUser(user.id)
    expect(await findSession(deps, token, NOW)).toBeUndefined()
    expect(await findSession(deps, 'invented', NOW)).toBeUndefined()
  })

  it('S10: states its user, whether they have a password, and when it ends; a key does not end', async () => {
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

  it('S11: removes only sessions that are over when it is opened', async () => {
    const user = await addUser()
    const old = await openSession(deps, user, 'password', NOW - 9 * HOUR_MS)
    const young = await openSession(deps, user, 'password', NOW - 7 * HOUR_MS)
    await openSession(deps, user, 'password', NOW)
    expect(await store.getSession(hashToken(old.token))).toBeUndefined()
    expect(await store.getSession(hashToken(young.token))).toBeDefined()
  })
})
