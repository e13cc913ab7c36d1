/** Users who lose access while a body is being sent must be refused, on every route that changes something. */
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route } from '@vitrine/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compose, type Vitrine } from '../../packages/server/src/compose/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { cheapPasswords } from '../../packages/server/src/features/access/testing/cheap-passwords.ts'
import { testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { CSV, PRODUCT } from '../fuzz/samples.ts'
import { signedInAs } from './admin-client.ts'
import { harnessAt, type Harness } from './harness.ts'

const ADMIN = '/api/admin/v1'
const ADMIN_KEY = `vak_${'T'.repeat(32)}`

/** A shop in which everything can be changed. */
interface FilledShop {
  shop: string
  userId: string
  keyId: string
}

/** A filled shop, and a user who may change it. */
interface Case extends FilledShop {
  headers: Record<string, string>
  lose(): Promise<unknown>
}

interface Way {
  name: string
  /** True if the user loses access to the route this way. A new role may still have access. */
  concerns(route: Route): boolean
  deletesShop?: true
  begin(shop: string | null): Promise<Pick<Case, 'headers' | 'lose'>>
}

for (const store of ['SQLite', 'PostgreSQL'] as const) {
  describe(`with ${store}, a user who loses access during a request`, () => {
    let folder: string
    let vitrine: Vitrine
    let harness: Harness
    /** Called once a request is authorized, before its body is read. */
    const admitted = new Map<string, () => void>()

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'vitrine-check-'))
      const shared = {
        VITRINE_STORE: store === 'SQLite' ? undefined : await testDatabase(),
        VITRINE_SECRET: 's'.repeat(32),
      }
      const settings = { PORT: '0', VITRINE_DATA: folder, VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none' }
      const config = readConfig({ ...settings, ...shared, VITRINE_ADMIN_KEY: ADMIN_KEY, LOG_LEVEL: 'silent' })
      vitrine = await compose(config, { passwords: cheapPasswords() })
      vitrine.app.server.addHook('preParsing', async (request) => admitted.get(String(request.headers['x-case']))?.())
      const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
      harness = harnessAt(url, ADMIN_KEY, [vitrine], async () => {})
      // The tests remove an owner, but the last owner cannot be removed.
      await signedInAs(harness, 'owner', null)
    })
    afterAll(async () => {
      await vitrine.close()
      await rm(folder, { recursive: true, force: true })
    })

    // The routes share one handler, so with PostgreSQL only those that use a lock are tested.
    const routes = () =>
      vitrine.app.routes.filter((route) => isWrite(route) && (store === 'SQLite' || IN_TURN.test(route.path)))
    const isShops = ({ path }: Route) => path.includes(':shop')
    const userWay = (
      name: string,
      lose: (id: string, shop: string, session: Record<string, string>) => Promise<unknown>,
    ): Way => ({
      name,
      concerns: () => true,
      async begin(shop) {
        const user = await signedInAs(harness, 'owner', shop === null ? null : [shop])
        const headers = { cookie: user.cookie, 'x-csrf': user.csrf }
        return { headers, lose: () => lose(user.id, shop ?? '', headers) }
      },
    })
    const keyWay = (
      name: string,
      ofShop: boolean,
      lose: (id: string, shop: string | null) => Promise<unknown>,
    ): Way => ({
      name,
      concerns: (route) => isShops(route) || !ofShop,
      async begin(shop) {
        const nowMs = Date.now()
        const of = ofShop ? shop : null
        const { id, key } = await vitrine.keys.issue({ shop: of, kind: 'admin', label: 'k', expiresAt: null, nowMs })
        return { headers: { authorization: `Bearer ${key}` }, lose: () => lose(id, of) }
      },
    })
    const removeShop = (shop: string | null) => harness.admin('DELETE', `/shops/${shop}`)
    const revoke = async (id: string, shop: string | null) => ({
      status: (await vitrine.keys.revoke(shop, id, Date.now())) ? 204 : 404,
    })
    const ways: Way[] = [
      userWay('the user is removed', (id) => harness.admin('DELETE', `/users/${id}`)),
      {
        ...userWay('the user is demoted', (id) => harness.admin('PATCH', `/users/${id}`, { role: 'analyst' })),
        concerns: ({ access }) => !access!.includes('analyst' as never),
      },
      userWay('the session is ended', (_id, _shop, headers) =>
        harness.request(`${ADMIN}/session`, { method: 'DELETE', headers }),
      ),
      {
        ...userWay('the shop is taken away', (id) =>
          harness.admin('PATCH', `/users/${id}`, { shops: ['other.example'] }),
        ),
        concerns: isShops,
      },
      { ...userWay('the shop is deleted', (_id, shop) => removeShop(shop)), concerns: isShops, deletesShop: true },
      keyWay('the shop’s key is revoked', true, revoke),
      keyWay('the deployment’s key is revoked', false, revoke),
      { ...keyWay('the shop of the key is deleted', true, (_id, shop) => removeShop(shop)), deletesShop: true },
    ]

    for (const way of ways) {
      it(`gets 401 or 403, and nothing changes: ${way.name}`, async () => {
        const wrong: string[] = []
        const concerned = routes().filter(way.concerns)
        expect(concerned.length).toBeGreaterThan(2)
        // What is refused changes nothing, so the requests follow each other on one shop.
        const filled = way.deletesShop ? undefined : await fillShop()
        for (const route of concerned) wrong.push(...(await wrongAnswers(route, way, filled)))
        expect(wrong).toEqual([])
      })
    }

    it('is served if access is not lost', async () => {
      const refused: string[] = []
      const kept = {
        ...keyWay('', false, async () => {}),
        begin: (shop: string | null) => userWay('', async () => {}).begin(shop),
      }
      for (const route of routes()) {
        const status = await ask(route, await prepare(route, kept))
        if (status >= 400 && !MAY_BE_MISSING.test(route.path)) refused.push(`${nameOf(route)}: ${status}`)
      }
      expect(refused).toEqual([])
    })

    async function wrongAnswers(route: Route, way: Way, filled?: FilledShop): Promise<string[]> {
      const given = await prepare(route, way, filled)
      let before = ''
      const status = await ask(route, given, async () => {
        expect(await given.lose()).toMatchObject({ status: expect.toSatisfy((one: number) => one < 300) })
        before = await everything(given.shop)
      })
      const after = await everything(given.shop)
      const wrong = status === 401 || status === 403 ? [] : [`${nameOf(route)}: ${status}`]
      return after === before ? wrong : [...wrong, `${nameOf(route)} changed something`]
    }

    async function prepare(route: Route, way: Way, filled?: FilledShop): Promise<Case> {
      const given = filled ?? (await fillShop())
      return { ...given, ...(await way.begin(isShops(route) ? given.shop : null)) }
    }

    async function fillShop(): Promise<FilledShop> {
      const { shop } = await harness.createShop()
      await harness.admin('PUT', `/shops/${shop}/products/1`, PRODUCT)
      await harness.admin('PUT', `/shops/${shop}/drafts/d`, { patch: { search: { stop_words: ['the'] } } })
      const key = await harness.admin('POST', `/shops/${shop}/keys`, { label: 'other' })
      const email = `${shop}@example.com`
      const other = await harness.admin('POST', '/users', { email, role: 'merchandiser', shops: [shop] })
      return { shop, userId: other.body.user.id, keyId: key.body.id }
    }

    /** Sends half of the body, waits until the request is authorized, and sends the rest after `meanwhile`. */
    async function ask(route: Route, given: Case, meanwhile = async () => {}): Promise<number> {
      const body = bodyOf(route)
      const half = body.length >> 1
      const admission = new Promise<void>((resolve) => admitted.set(given.shop, resolve))
      const sending = httpRequest(`${harness.url}${pathOf(route, given)}`, {
        method: route.method,
        headers: {
          ...given.headers,
          'x-case': given.shop,
          'content-type': contentType(route),
          'transfer-encoding': 'chunked',
        },
      })
      const answered = statusOf(sending)
      sending.write(body.slice(0, half))
      await Promise.race([admission, answered])
      await meanwhile()
      sending.end(body.slice(half))
      return answered
    }

    /** Returns everything that the admin API shows. */
    async function everything(shop: string): Promise<string> {
      const parts = [
        '',
        '/config',
        '/config/versions',
        '/keys',
        '/drafts',
        '/products',
        '/imports',
        '/events',
        '/audit',
      ]
      const paths = ['/users', '/shops', ...parts.map((part) => `/shops/${shop}${part}`)]
      return JSON.stringify(await Promise.all(paths.map(async (path) => (await harness.admin('GET', path)).body)))
    }
  })
}

/** Routes that grant or revoke access wait for a lock. */
const IN_TURN = /\/(users|keys)|\/shops\/:shop$/

/** The examples of these routes name something that does not exist. */
const MAY_BE_MISSING = /\/(visitors|alerts)\/:id/

const isWrite = ({ path, method, access }: Route) => path.startsWith(ADMIN) && method !== 'GET' && access !== 'public'
const nameOf = ({ method, path }: Route) => `${method} ${path.slice(ADMIN.length)}`

function contentType({ body }: Route): string {
  return body === 'ndjson' ? 'application/x-ndjson' : 'application/json'
}

/** Bytes after the end of a PNG do not change the picture, but make the file large enough for a photo. */
const PICTURE = Buffer.concat([
  await sharp({ create: { width: 120, height: 120, channels: 3, background: '#b4283c' } })
    .png()
    .toBuffer(),
  Buffer.alloc(2000),
]).toString('base64')

function bodyOf(route: Route): string {
  if (route.path.endsWith('/preview/image-search')) return JSON.stringify({ image: PICTURE })
  if (route.path.endsWith('/products/import') || route.path.endsWith('/imports')) return CSV
  if (route.path.endsWith('/products/bulk')) return `${JSON.stringify({ ...PRODUCT, id: 2, handle: 'two' })}\n`
  if (route.path.endsWith('/products/:id')) return JSON.stringify({ ...PRODUCT, title: 'Changed' })
  if (route.path.endsWith('/drafts/:id')) return JSON.stringify({ patch: { search: { stop_words: ['a'] } } })
  if (route.path.endsWith('/users')) return JSON.stringify({ email: `n${Math.random()}@example.com`, role: 'owner' })
  return JSON.stringify(route.example?.request ?? {})
}

function pathOf({ path }: Route, { shop, userId, keyId }: Case): string {
  const ids: Record<string, string> = { users: userId, keys: keyId, drafts: 'd' }
  return path
    .replace(':shop', shop)
    .replace(':version', '1')
    .replace(/(\w+)\/:id/, (_all, kind: string) => `${kind}/${ids[kind] ?? 1}`)
}

function statusOf(sending: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
  })
}
