/** Calls every admin route as every role, for a shop of the user and another shop. */
import { ADMIN_ROLES, type AdminRole, type Route } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession, type SignedIn, signedInAs } from './admin-client.ts'
import { type Harness, startHarness } from './harness.ts'

const ADMIN = '/api/admin/v1'

let harness: Harness
let routes: Route[]
let foreign: string
beforeAll(async () => {
  harness = await startHarness()
  routes = harness.vitrine!.app.routes.filter(({ path }) => path.startsWith(ADMIN))
  foreign = (await harness.createShop()).shop
})
afterAll(() => harness.close())

/** A body that is not JSON shows whether access is granted, without any effect. */
async function ask(user: SignedIn, route: Route, shop: string): Promise<number> {
  const path = route.path
    .slice(ADMIN.length)
    .replace(':shop', shop)
    .replaceAll(/:[a-z_]+/g, '999999')
  const abort = new AbortController()
  const answer = await fetch(`${harness.url}${ADMIN}${path}`, {
    method: route.method,
    headers: { cookie: user.cookie, 'x-csrf': user.csrf, 'content-type': contentType(route) },
    ...(route.method === 'GET' ? {} : { body: '[' }),
    signal: abort.signal,
  })
  // A stream never ends.
  abort.abort()
  return answer.status
}

function contentType({ body }: Route): string {
  return body === 'ndjson' ? 'application/x-ndjson' : 'application/json'
}

const refused = (status: number) => status === 401 || status === 403
const isDangerous = ({ method, path }: Route) =>
  (method === 'DELETE' && path.endsWith('/shops/:shop')) || path.endsWith('/session')

async function wrongAnswers(user: SignedIn, route: Route, own: { role: AdminRole; shop: string }): Promise<string[]> {
  const name = `${route.method} ${route.path}`
  const may = (route.access as readonly AdminRole[]).includes(own.role)
  const status = await ask(user, route, own.shop)
  const wrong = refused(status) === may ? [`${name} on an own shop: ${status}`] : []
  if (!route.path.includes(':shop')) return wrong
  for (const other of [foreign, 'not-there.myshopify.com']) {
    const elsewhere = await ask(user, route, other)
    if (elsewhere !== 403) wrong.push(`${name} on ${other}: ${elsewhere}`)
  }
  return wrong
}

describe('role × route × shop', () => {
  it('is declared on every admin route, of which only sign-in is public', () => {
    expect(routes.length).toBeGreaterThan(30)
    const unstated = routes.filter(({ access }) => access === undefined)
    expect(unstated.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    const open = routes.filter(({ access }) => access === 'public').map(({ method, path }) => `${method} ${path}`)
    expect(open).toEqual([`GET ${ADMIN}/sign-in`, `POST ${ADMIN}/session`])
  })

  for (const role of ADMIN_ROLES) {
    it(`holds for ${role}: declared access is granted, all else and every other shop refused`, async () => {
      const { shop } = await harness.createShop()
      const user = await signedInAs(harness, role, [shop])
      const asked = routes.filter((one) => one.access !== 'public' && !isDangerous(one))
      const wrong: string[] = []
      for (const route of asked) wrong.push(...(await wrongAnswers(user, route, { role, shop })))
      expect(wrong).toEqual([])
      const removed = await user.call('DELETE', `/shops/${shop}`)
      expect(removed.status).toBe(role === 'owner' ? 204 : 403)
      expect((await user.call('DELETE', `/shops/${foreign}`)).status).toBe(403)
    })
  }

  it('is refused to everybody who has not signed in', async () => {
    const nobody = { cookie: 'vitrine_session=nothing', csrf: 'nothing' } as SignedIn
    for (const route of routes.filter(({ access }) => access !== 'public'))
      expect([route.path, await ask(nobody, route, foreign)]).toEqual([route.path, 401])
  })

  it('does not affect admin keys: a shop’s key opens that shop and nothing else', async () => {
    const { shop } = await harness.createShop()
    const { body } = await harness.admin('POST', `/shops/${shop}/keys`, { label: 'own', kind: 'admin' })
    expect((await harness.admin('GET', `/shops/${shop}/config`, undefined, body.key)).status).toBe(200)
    for (const path of ['/shops', '/users', `/shops/${foreign}/config`])
      expect([path, (await harness.admin('GET', path, undefined, body.key)).status]).toEqual([path, 401])
  })

  it('does not let editors change which events and shoppers are trusted', async () => {
    const { shop } = await harness.createShop({ identity_verification: { enabled: true, secret: 's'.repeat(32) } })
    const editor = await signedInAs(harness, 'merchandiser', [shop])
    const developer = await signedInAs(harness, 'developer', [shop])
    for (const patch of [
      { webhook_secret: 'known' },
      { identity_verification: { enabled: false } },
      { identity_verification: { secret: 'k'.repeat(32) } },
    ]) {
      expect((await editor.call('PATCH', `/shops/${shop}/config`, patch)).status).toBe(403)
      expect((await developer.call('PUT', `/shops/${shop}/drafts/d`, { patch })).status).toBe(400)
    }
    // Sending a configuration back unchanged is allowed.
    const read = await editor.call('GET', `/shops/${shop}/config`)
    expect((await editor.call('PUT', `/shops/${shop}/config`, read.body)).status).toBe(200)
    expect((await editor.call('PATCH', `/shops/${shop}/config`, { search: { stop_words: ['the'] } })).status).toBe(200)
    expect((await developer.call('PATCH', `/shops/${shop}/config`, { webhook_secret: 'new' })).status).toBe(200)
    expect((await harness.admin('PATCH', `/shops/${shop}/config`, { webhook_secret: 'newer' })).status).toBe(200)
  })

  it('does not let editors send shoppers to another host, at once or by a schedule', async () => {
    const { shop } = await harness.createShop()
    const editor = await signedInAs(harness, 'merchandiser', [shop])
    const leading = (redirect: string) => ({ search: { rules: [{ id: 'r', when: { query: 'sofa' }, redirect }] } })
    for (const url of ['//evil.example', 'https://evil.example/x']) {
      expect((await editor.call('PATCH', `/shops/${shop}/config`, leading(url))).status).toBe(403)
      expect((await editor.call('PUT', `/shops/${shop}/drafts/d`, { patch: leading(url) })).status).toBeLessThan(300)
      for (const at of [null, '2999-01-01T00:00:00Z'])
        expect((await editor.call('POST', `/shops/${shop}/drafts/d/publish`, { at })).status).toBe(403)
    }
    expect((await editor.call('PATCH', `/shops/${shop}/config`, leading('/sofas'))).status).toBe(200)
    expect((await harness.admin('PATCH', `/shops/${shop}/config`, leading('//known.example'))).status).toBe(200)
    expect((await editor.call('PATCH', `/shops/${shop}/config`, leading('//known.example/b'))).status).toBe(200)
  })

  it('depends on the current role, not on the role at sign-in', async () => {
    const { shop } = await harness.createShop()
    const { body } = await harness.admin('POST', '/users', { email: 'x@example.com', role: 'owner', shops: [shop] })
    const user = await openSession(harness, { link: body.link, password: 'long enough for anybody' })
    expect((await user.call('GET', `/shops/${shop}/keys`)).status).toBe(200)
    await harness.admin('PATCH', `/users/${user.id}`, { role: 'analyst' })
    expect((await user.call('GET', `/shops/${shop}/keys`)).status).toBe(403)
  })
})
