import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession, signedInAs } from './admin-client.ts'
import { type Answer, type Harness, startHarness } from './harness.ts'

const PASSWORD = 'a long enough password'
const HOUR_MS = 3_600_000

let nowMs = Date.parse('2026-03-01T12:00:00Z')
let harness: Harness
beforeAll(async () => {
  harness = await startHarness({}, { clock: () => nowMs })
})
afterAll(() => harness.close())

function signIn(body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return harness.request('/api/admin/v1/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function addUser(more: object = {}): Promise<{ email: string; id: string; link: string }> {
  const email = `u${Math.random().toString(36).slice(2)}@example.com`
  const { body } = await harness.admin('POST', '/users', { email, role: 'owner', shops: null, ...more })
  return { email, id: body.user.id, link: body.link }
}

describe('the first owner', () => {
  it('is created once, by the link of the first start, and needs an e-mail address', async () => {
    const link = await harness.vitrine!.firstOwnerLink()
    expect((await harness.request('/api/admin/v1/sign-in')).body).toEqual({ demo: false, first_owner: true })
    expect((await signIn({ link })).body.error[0]).toMatchObject({ path: ['email'], type: 'any.required' })
    expect((await signIn({ link, email: 'first@example.com' })).body.error).toMatchObject([{ path: ['password'] }])
    const opened = await signIn({ link, email: 'First@Example.com', password: PASSWORD })
    expect(opened.status).toBe(201)
    expect((await signIn({ email: 'first@example.com', password: PASSWORD })).status).toBe(201)
    expect(opened.body).toMatchObject({ user: { email: 'first@example.com' }, role: 'owner', shops: null })
    expect((await signIn({ link, email: 'second@example.com', password: PASSWORD })).status).toBe(401)
    expect(await harness.vitrine!.firstOwnerLink()).toBeUndefined()
  })
})

describe('signing in', () => {
  it('sets a cookie that scripts and other sites cannot use, and returns no token in the body', async () => {
    const { email } = await addUser({ password: PASSWORD })
    const opened = await signIn({ email: email.toUpperCase(), password: PASSWORD })
    const [cookie, ...rest] = opened.headers.getSetCookie()
    expect(rest).toEqual([])
    expect(cookie).toMatch(/^vitrine_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/)
    expect(JSON.stringify(opened.body)).not.toContain(cookie!.split(/[=;]/)[1])
    expect(opened.body).toMatchObject({ opened_by: 'password', role: 'owner' })
  })

  it('gives the same answer to a wrong password and an unknown user', async () => {
    const { email } = await addUser({ password: PASSWORD })
    const wrong = await signIn({ email, password: 'another password' })
    const unknown = await signIn({ email: 'nobody@example.com', password: 'another password' })
    const linkOnly = await signIn({ email: (await addUser()).email, password: 'another password' })
    expect([wrong.status, unknown.status, linkOnly.status]).toEqual([401, 401, 401])
    expect([unknown.body, linkOnly.body]).toEqual([wrong.body, wrong.body])
  })

  it('names the field that is missing', async () => {
    expect((await signIn({ email: 'a@example.com' })).body.error).toMatchObject([{ path: ['password'] }])
    expect((await signIn({})).body.error).toMatchObject([{ path: ['email'] }, { path: ['password'] }])
  })

  it('is refused over http from another machine', async () => {
    const { status, body } = await harness
      .vitrine!.app.server.inject({
        method: 'POST',
        url: '/api/admin/v1/session',
        headers: { host: 'shop.example.com', 'content-type': 'application/json' },
        payload: { email: 'a@example.com', password: PASSWORD },
      })
      .then((answer) => ({ status: answer.statusCode, body: answer.json() }))
    expect([status, body.error]).toEqual([403, expect.stringContaining('https')])
  })

  it('by a link works once, and not after a day', async () => {
    const { id, link, email } = await addUser()
    for (const password of [undefined, '', 'too short'])
      expect((await signIn({ link, password })).body.error).toMatchObject([{ path: ['password'] }])
    const opened = await openSession(harness, { link, password: PASSWORD })
    expect(opened.id).toBe(id)
    expect((await signIn({ email, password: PASSWORD })).status).toBe(201)
    expect((await signIn({ link })).status).toBe(401)
    const late = await harness.admin('POST', `/users/${id}/link`)
    nowMs += 25 * HOUR_MS
    expect((await signIn({ link: late.body.link })).status).toBe(401)
  })

  it('to the demo is refused while the demo is off', async () => {
    expect((await signIn({ demo: true })).status).toBe(403)
  })

  it('is throttled per account, known or unknown, and possible again later', async () => {
    for (const email of [(await addUser({ password: PASSWORD })).email, 'not-there@example.com']) {
      const statuses: number[] = []
      for (let i = 0; i < 11; i++) statuses.push((await signIn({ email, password: 'wrong password' })).status)
      expect(statuses).toEqual([...Array(10).fill(401), 429])
      nowMs += HOUR_MS
      expect((await signIn({ email, password: 'wrong password' })).status).toBe(401)
    }
  })
})

describe('a session', () => {
  it('needs x-csrf for every write and for no read', async () => {
    const owner = await signedInAs(harness, 'owner', null)
    const shop = 'csrf.myshopify.com'
    expect((await owner.call('GET', '/shops', undefined, { 'x-csrf': '' })).status).toBe(200)
    expect((await owner.call('PUT', `/shops/${shop}`, { name: 'x' }, { 'x-csrf': '' })).status).toBe(403)
    expect((await owner.call('PUT', `/shops/${shop}`, { name: 'x' }, { 'x-csrf': 'wrong' })).status).toBe(403)
    expect((await owner.call('PUT', `/shops/${shop}`, { name: 'x' })).status).toBe(201)
  })

  it('ends on signing out', async () => {
    const user = await signedInAs(harness, 'analyst', null)
    expect((await user.call('DELETE', '/session')).status).toBe(204)
    expect((await user.call('GET', '/session')).status).toBe(401)
  })

  it('ends after 8 hours without a request, and after 7 days in any case', async () => {
    const idle = await signedInAs(harness, 'analyst', null)
    const busy = await signedInAs(harness, 'analyst', null)
    nowMs += 7 * HOUR_MS
    expect((await busy.call('GET', '/session')).status).toBe(200)
    nowMs += 2 * HOUR_MS
    expect([(await idle.call('GET', '/session')).status, (await busy.call('GET', '/session')).status]).toEqual([
      401, 200,
    ])
    for (let day = 0; day < 7 * 4; day++) {
      nowMs += 6 * HOUR_MS
      if (day < 26) expect((await busy.call('GET', '/session')).status).toBe(200)
    }
    expect((await busy.call('GET', '/session')).status).toBe(401)
  })

  it('ends when the password changes, except the session that changed it', async () => {
    const { email, link } = await addUser({ password: PASSWORD, role: 'analyst' })
    const other = await openSession(harness, { link })
    const own = await openSession(harness, { email, password: PASSWORD })
    const change = { password: 'another long password' }
    const refused = await own.call('PATCH', `/users/${own.id}`, change)
    expect([refused.status, refused.body.error[0].path]).toEqual([400, ['current_password']])
    expect((await own.call('PATCH', `/users/${own.id}`, { ...change, current_password: PASSWORD })).status).toBe(200)
    expect([(await own.call('GET', '/session')).status, (await other.call('GET', '/session')).status]).toEqual([
      200, 401,
    ])
    expect((await signIn({ email, password: PASSWORD })).status).toBe(401)
  })

  it('ends with its user', async () => {
    const user = await signedInAs(harness, 'developer', null)
    expect((await harness.admin('DELETE', `/users/${user.id}`)).status).toBe(204)
    expect((await user.call('GET', '/session')).status).toBe(401)
  })

  it('of the admin API is not valid on storefront routes', async () => {
    const owner = await signedInAs(harness, 'owner', null)
    const answer = await harness.request('/api/storefront/v1/headless/search', {
      method: 'POST',
      headers: { cookie: owner.cookie, 'content-type': 'application/json', 'x-shop': 'csrf.myshopify.com' },
      body: '{}',
    })
    expect(answer.status).toBe(401)
  })
})

describe('users', () => {
  it('of other shops are hidden from an owner of some shops', async () => {
    const one = await signedInAs(harness, 'owner', ['one.myshopify.com'])
    const two = await signedInAs(harness, 'analyst', ['two.myshopify.com'])
    const mine = await one.call('POST', '/users', { email: 'clerk@example.com', role: 'analyst' })
    expect(mine.body.user.shops).toEqual(['one.myshopify.com'])
    const listed = await one.call('GET', '/users')
    expect(listed.body.users.map((user: { email: string }) => user.email)).toContain('clerk@example.com')
    expect(JSON.stringify(listed.body)).not.toContain('two.myshopify.com')
    for (const [method, path, body] of [
      ['PATCH', `/users/${two.id}`, { role: 'owner' }],
      ['DELETE', `/users/${two.id}`],
      ['POST', `/users/${two.id}/link`],
    ] as const) {
      expect((await one.call(method, path, body)).status).toBe(404)
    }
    for (const shops of [null, ['two.myshopify.com'], ['one.myshopify.com', 'two.myshopify.com']]) {
      const refused = await one.call('POST', '/users', { email: 'more@example.com', role: 'owner', shops })
      expect([refused.status, refused.body.error[0].path]).toEqual([400, ['shops']])
    }
  })

  it('cannot raise their own role, nor set the password of others', async () => {
    const analyst = await signedInAs(harness, 'analyst', null)
    expect((await analyst.call('PATCH', `/users/${analyst.id}`, { role: 'owner' })).status).toBe(403)
    const owner = await signedInAs(harness, 'owner', null)
    expect((await owner.call('PATCH', `/users/${analyst.id}`, { password: PASSWORD })).status).toBe(403)
    expect((await owner.call('PATCH', `/users/${analyst.id}`, { role: 'developer' })).body.role).toBe('developer')
    expect((await analyst.call('GET', '/session')).body.role).toBe('developer')
  })

  it('have one e-mail address each', async () => {
    const { email } = await addUser()
    expect((await harness.admin('POST', '/users', { email: email.toUpperCase(), role: 'owner' })).status).toBe(409)
  })
})

describe('the audit log', () => {
  it('records who made each write, and no reads', async () => {
    const { shop } = await harness.createShop()
    const user = await signedInAs(harness, 'merchandiser', [shop])
    await user.call('GET', `/shops/${shop}/config`)
    await user.call('PATCH', `/shops/${shop}/config`, { search: { stop_words: ['the'] } })
    const { body } = await harness.admin('GET', `/shops/${shop}/audit?limit=1`)
    const { body: session } = await user.call('GET', '/session')
    expect(body.entries).toMatchObject([
      { shop, actor: session.user.email, action: 'PATCH /shops/{shop}/config', target: null },
    ])
  })
})
