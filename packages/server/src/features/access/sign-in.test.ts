import { describe, expect, it } from 'vitest'
import { DEMO_USER_ID, findSession } from './sessions.ts'
import { createLink, firstOwnerLink, signIn } from './sign-in.ts'
import { addUser, deps, from, HOUR_MS, NOW, withStaff } from './testing/staff.ts'

withStaff()

describe('signing in', () => {
  it('S1: works by password and e-mail address in any case; a wrong password and an unknown user get the same answer', async () => {
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

  it('S2: works by link once, within a day', async () => {
    const user = await addUser({ passwordHash: 'scrypt$$' })
    const { link, expires_at } = await createLink(deps, user.id, NOW)
    expect(expires_at).toBe(new Date(NOW + 24 * HOUR_MS).toISOString())
    const { actor } = await signIn(deps, { link }, from(NOW + 24 * HOUR_MS - 1))
    expect([actor.user?.id, actor.session?.openedBy]).toEqual([user.id, 'link'])
    await expect(signIn(deps, { link }, from(NOW + 1))).rejects.toThrow('no longer valid')
    const late = await createLink(deps, user.id, NOW)
    await expect(signIn(deps, { link: late.link }, from(NOW + 24 * HOUR_MS))).rejects.toThrow('no longer valid')
    await expect(signIn(deps, { link: 'invented' }, from())).rejects.toThrow('no longer valid')
  })

  it('S2b: by link requires a new password only of users without one; a refusal does not use up the link', async () => {
    const user = await addUser()
    const { link } = await createLink(deps, user.id, NOW)
    for (const password of [undefined, 'too short'])
      await expect(signIn(deps, { link, ...(password ? { password } : {}) }, from())).rejects.toThrow(/password/)
    await signIn(deps, { link, password: 'open sesame' }, from())
    const again = await createLink(deps, user.id, NOW)
    await signIn(deps, { link: again.link, password: 'not this one' }, from())
    expect((await signIn(deps, { email: user.email, password: 'open sesame' }, from())).actor.user?.id).toBe(user.id)
  })

  it('S3: by the link of the first start creates one owner of all shops, only while there is no user', async () => {
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
    await expect(signIn(deps, { link: second.link, email: 'b@shop.example' }, from())).rejects.toThrow(
      'no longer valid',
    )
  })

  it('S4: by an earlier first-owner link fails once there is a new one', async () => {
    const first = (await firstOwnerLink(deps, NOW))!
    await firstOwnerLink(deps, NOW)
    await expect(signIn(deps, { link: first, email: 'a@shop.example' }, from())).rejects.toThrow('no longer valid')
  })

  it('S5: to the demo works only if it is on, and its user does not count as a user', async () => {
    await expect(signIn(deps, { demo: true }, from())).rejects.toMatchObject({ status: 403 })
    const on = { ...deps, demoSignIn: true }
    const { token, actor } = await signIn(on, { demo: true }, from())
    expect([actor.role, actor.user?.id, actor.session?.openedBy]).toEqual(['owner', DEMO_USER_ID, 'demo'])
    expect(await firstOwnerLink(deps, NOW)).toBeTypeOf('string')
    expect((await findSession(on, token, NOW))?.user?.id).toBe(DEMO_USER_ID)
    expect(await findSession(deps, token, NOW)).toBeUndefined()
  })

  it('S6: checks no password for a while after the tenth wrong one, not even the right one', async () => {
    await addUser({ email: 'a@shop.example', passwordHash: await deps.passwords.hash('right') })
    const enter = (password: string) => signIn(deps, { email: 'a@shop.example', password }, from())
    for (let i = 0; i < 10; i++) await expect(enter('x')).rejects.toMatchObject({ name: 'Unauthorized' })
    await expect(enter('right')).rejects.toMatchObject({ name: 'RateLimited' })
  })
})
