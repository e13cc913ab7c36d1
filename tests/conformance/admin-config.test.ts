import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedIn, signedInAs } from './admin-client.ts'
import { type Answer, type Harness, startHarness } from './harness.ts'

let nowMs = Date.parse('2026-03-01T12:00:00Z')
let folder: string
let harness: Harness
let shop: string
let mia: SignedIn
let leo: SignedIn

async function start(): Promise<void> {
  harness = await startHarness({ VITRINE_DATA: folder }, { clock: () => nowMs })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-config-'))
  await start()
  shop = (await harness.createShop({ search: { rules: [{ id: 'r1', when: { query: 'sofa' }, redirect: '/sofas' }] } }))
    .shop
  mia = await signedInAs(harness, 'merchandiser', [shop])
  leo = await signedInAs(harness, 'merchandiser', [shop])
})
afterAll(async () => {
  await harness.close()
  await rm(folder, { recursive: true, force: true })
})

const config = () => mia.call('GET', `/shops/${shop}/config`)
const rules = async () => (await config()).body.search.rules.map(({ id }: { id: string }) => id)
const patch = (who: SignedIn, body: object, headers = {}, query = '') =>
  who.call('PATCH', `/shops/${shop}/config${query}`, body, headers)
const draft = (id: string, body: object, who = mia) => who.call('PUT', `/shops/${shop}/drafts/${id}`, body)
const publish = (id: string, body: object = {}, who = mia): Promise<Answer> =>
  who.call('POST', `/shops/${shop}/drafts/${id}/publish`, body)
const publishDrafts = async () => {
  for (const node of harness.nodes) await node.drafts.runOnce()
  await harness.readYourWrites()
}
const rule = (id: string) => ({ id, when: { query: id }, redirect: `/${id}` })

describe('writes with If-Match', () => {
  it('are refused with the change of another user who was faster', async () => {
    const etag = (await config()).headers.get('etag')!
    const first = await patch(leo, { search: { stop_words: ['the'] } }, { 'if-match': etag }, '?note=words')
    expect([first.status, first.headers.get('etag')]).toEqual([200, `"${Number(etag.slice(1, -1)) + 1}"`])
    const second = await patch(mia, { search: { stop_words: ['a'] } }, { 'if-match': etag })
    expect(second.status).toBe(412)
    const { body: leosSession } = await leo.call('GET', '/session')
    expect(second.body).toMatchObject({
      error: expect.stringContaining(leosSession.user.email),
      changes: [
        {
          author: leosSession.user.email,
          note: 'words',
          diff: [{ path: ['search', 'stop_words'], from: [], to: ['the'] }],
        },
      ],
    })
    expect((await config()).body.search.stop_words).toEqual(['the'])
    expect((await patch(mia, {}, { 'if-match': 'twelve' })).status).toBe(400)
  })

  it('are the only ones that are checked: without If-Match, the last write wins', async () => {
    expect((await patch(mia, { search: { stop_words: ['the', 'a'] } })).status).toBe(200)
  })
})

describe('versions', () => {
  it('contain author, time, note and difference, newest first', async () => {
    const { body } = await mia.call('GET', `/shops/${shop}/config/versions?limit=2`)
    expect(body.versions).toMatchObject([
      { note: null, diff: [{ path: ['search', 'stop_words'], from: ['the'], to: ['the', 'a'] }] },
      { note: 'words', at: new Date(nowMs).toISOString() },
    ])
    const one = await mia.call('GET', `/shops/${shop}/config/versions/${body.versions[1].version}`)
    expect(one.body).toMatchObject({ note: 'words', config: { search: { stop_words: ['the'] } } })
    expect((await mia.call('GET', `/shops/${shop}/config/versions/9999`)).status).toBe(404)
  })

  it('can be restored without changing secrets, and never show secrets', async () => {
    // Editors may not set secrets, so an admin key does.
    await harness.admin('PATCH', `/shops/${shop}/config`, { webhook_secret: 'shh-shh-shh' })
    const { body } = await mia.call('GET', `/shops/${shop}/config/versions?limit=3`)
    expect(JSON.stringify(body)).not.toContain('shh')
    const earlier = body.versions[2].version
    const restored = await mia.call('POST', `/shops/${shop}/config/versions/${earlier}/restore`, { note: 'undo' })
    expect([restored.status, restored.body.search.stop_words]).toEqual([200, ['the']])
    const stored = await harness.vitrine!.records.getShop(shop)
    expect(stored!.config.webhook_secret).toBe('shh-shh-shh')
    expect((await mia.call('GET', `/shops/${shop}/config/versions?limit=1`)).body.versions[0].note).toBe('undo')
  })
})

describe('a draft', () => {
  it('changes nothing before it is published, and says what it would change', async () => {
    const answer = await draft('d1', { title: 'One', patch: { search: { rules: [rule('r1'), rule('r2')] } } })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ title: 'One', faults: [], conflicts: [], publish_at: null })
    expect(answer.body.diff.map(({ path }: { path: unknown }) => path)).toContainEqual(['search', 'rules', 'r2'])
    expect(await rules()).toEqual(['r1'])
    const published = await publish('d1', { note: 'more rules' })
    expect(published.body).toMatchObject({ version: expect.any(Number), scheduled: null })
    expect(await rules()).toEqual(['r1', 'r2'])
    expect((await mia.call('GET', `/shops/${shop}/drafts/d1`)).status).toBe(404)
  })

  it('with faults names each of them and is not published', async () => {
    const bad = { serach: {}, search: { rules: [{ id: 'x', when: {} }], stop_wrods: [] } }
    const answer = await draft('bad', { patch: bad })
    const paths = answer.body.faults.map(({ path }: { path: string[] }) => path.join('.'))
    expect(paths).toEqual(expect.arrayContaining(['serach', 'search.stop_wrods', 'search.rules.0']))
    const before = (await config()).headers.get('etag')
    expect((await publish('bad')).status).toBe(400)
    expect((await publish('bad', { at: '2027-01-01T00:00:00Z' })).status).toBe(400)
    expect((await config()).headers.get('etag')).toBe(before)
  })

  it('is merged with what another editor published meanwhile', async () => {
    await draft('mine', { patch: { search: { rules: [rule('r1'), rule('r2'), rule('mine')] } } })
    await draft('theirs', { patch: { search: { rules: [rule('r2'), rule('theirs')] } } }, leo)
    expect((await publish('theirs', {}, leo)).status).toBe(200)
    expect((await publish('mine')).status).toBe(200)
    expect(await rules()).toEqual(['r2', 'theirs', 'mine'])
  })

  it('that conflicts with another’s change overwrites it only on request', async () => {
    await draft('count', { patch: { search: { search_result_count: 7 } } })
    await patch(leo, { search: { search_result_count: 9 } })
    const refused = await publish('count')
    expect([refused.status, refused.body.conflicts]).toEqual([
      412,
      [{ path: ['search', 'search_result_count'], base: 6, mine: 7, theirs: 9 }],
    ])
    expect((await config()).body.search.search_result_count).toBe(9)
    expect((await publish('count', { on_conflict: 'draft_wins' })).status).toBe(200)
    expect((await config()).body.search.search_result_count).toBe(7)
  })

  it('is changed and published only in the version that If-Match names', async () => {
    const path = `/shops/${shop}/drafts/shared`
    await draft('shared', { patch: { search: { stop_words: ['a'] } } })
    const etag = (await mia.call('GET', path)).headers.get('etag')!
    const put = (who: typeof mia, words: string[]) =>
      who.call('PUT', path, { patch: { search: { stop_words: words } } }, { 'if-match': etag })
    const first = await put(mia, ['b'])
    expect([first.status, first.headers.get('etag') === etag]).toEqual([200, false])
    expect((await put(leo, ['c'])).status).toBe(412)
    expect((await leo.call('POST', `${path}/publish`, {}, { 'if-match': etag })).status).toBe(412)
    expect((await mia.call('GET', path)).body.patch).toEqual({ search: { stop_words: ['b'] } })
    const current = { 'if-match': first.headers.get('etag')! }
    expect((await leo.call('POST', `${path}/publish`, {}, current)).status).toBe(200)
    expect((await config()).body.search.stop_words).toEqual(['b'])
  })

  it('can be listed and deleted', async () => {
    nowMs += 1000
    await draft('gone', { patch: {} })
    expect((await mia.call('GET', `/shops/${shop}/drafts`)).body.drafts[0].id).toBe('gone')
    expect((await mia.call('DELETE', `/shops/${shop}/drafts/gone`)).status).toBe(204)
    expect((await mia.call('DELETE', `/shops/${shop}/drafts/gone`)).status).toBe(404)
  })

  it('goes live at its time, even after a restart, in the name of whoever scheduled it', async () => {
    await draft('later', { patch: { search: { search_result_count: 11 } } })
    const scheduled = await publish('later', { at: new Date(nowMs + 3_600_000).toISOString() }, leo)
    expect([scheduled.status, scheduled.body.version]).toEqual([202, null])
    await publishDrafts()
    expect((await config()).body.search.search_result_count).toBe(7)
    await harness.close()
    nowMs += 3_600_000
    await start()
    const admin = (path: string) => harness.admin('GET', `/shops/${shop}/${path}`)
    await publishDrafts()
    expect((await admin('config')).body.search.search_result_count).toBe(11)
    const { body } = await admin('config/versions?limit=1')
    expect(body.versions[0]).toMatchObject({ note: 'later', author: expect.stringContaining('merchandiser') })
  })

  it('that cannot go live at its time is kept and gives the reason', async () => {
    const call = (method: string, path: string, body?: object) => harness.admin(method, `/shops/${shop}/${path}`, body)
    await call('PUT', 'drafts/late', { patch: { search: { search_result_count: 12 } } })
    await call('POST', 'drafts/late/publish', { at: new Date(nowMs + 1000).toISOString() })
    await call('PATCH', 'config', { search: { search_result_count: 13 } })
    nowMs += 2000
    await publishDrafts()
    expect((await call('GET', 'drafts/late')).body).toMatchObject({
      publish_at: null,
      failure: expect.stringContaining('somebody else changed'),
    })
    expect((await call('GET', 'config')).body.search.search_result_count).toBe(13)
  })
})
