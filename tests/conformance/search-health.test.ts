import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anonymous, type EffectCases, startEffectCases } from './event-effects.ts'
import { startHarness, type TestShop } from './harness.ts'

let cases: EffectCases
let shop: TestShop
const SEARCH = '/api/storefront/v1/headless/search'

/** Searches, reports that the results were shown, and clicks a product. */
async function search(query: string, visitor: string, clicked?: number) {
  const { body } = await cases.harness.post(SEARCH, { query, visitor_id: visitor }, shop)
  const who = { ...anonymous, visitor_id: visitor }
  const shown = body.products.map(({ product_id }: { product_id: number }) => ({ product_id }))
  const track = { request_id: body.request_id, search_term: query, products: shown }
  await cases.send(shop, 'svc:search_result_rendered', who, { custom_data: { track } })
  if (clicked === undefined) return
  const click = { ...track, products: [{ product_id: clicked }] }
  await cases.send(shop, 'svc:search_result_clicked', who, { custom_data: { track: click } })
}

beforeAll(async () => {
  cases = await startEffectCases()
  shop = await cases.harness.createShop({
    search: {
      golden_queries: [
        { query: 'lamp', product_id: 3, within: 10 },
        { query: 'lamp', product_type: 'Rugs' },
        { query: 'helicopter', shows: 'nothing' },
      ],
    },
  })
  await cases.harness.putProducts(
    shop,
    [1, 2, 3, 4, 5, 6].map((id) => ({
      ...{ id, title: `Desk lamp ${'abcdef'[id - 1]}`, product_type: 'Lamps', status: id === 6 ? 'draft' : 'active' },
      variants: [{ id: id * 10, price: id, inventory_quantity: 5 }],
    })),
  )
  for (const visitor of ['a', 'b', 'c', 'd']) {
    await search('torchere', visitor)
    await search('lamp', visitor, 5)
  }
  await cases.settle()
})
afterAll(() => cases.harness.close())

const admin = (method: string, path: string, body?: object) =>
  cases.harness.admin(method as 'GET', `/shops/${shop.shop}/search-health${path}`, body)

describe('search health', () => {
  it('contains the laws, ranks of chosen products, failing searches with cause and fix, golden queries and a trend', async () => {
    const { status, body } = await admin('GET', '?wait=true')
    expect(status).toBe(200)
    const { health } = body
    expect(body).toMatchObject({ is_current: true, progress: null, trend: [{ score: health.score }] })
    expect(health.laws.length).toBeGreaterThan(5)
    // No shopper can find the sixth product.
    expect(health.laws[0]).toMatchObject({ law: 1, asked: 5, kept: 5 })
    expect(health.replay).toMatchObject({ searches: 8, queries: 2, clicked: { queries: 1, clicks: 4 } })
    expect(health.replay.clicked.in_first_10.value).toBe(1)
    expect(health.worst).toMatchObject([
      { query: 'torchere', lost: 4, cause: 'word_unknown', fix: { synonym: { from: 'torchere', to: 'lamp' } } },
    ])
    expect(health.golden).toMatchObject({
      expected: 3,
      broken: [{ query: 'lamp', fault: expect.stringContaining('Rugs') }],
    })
    expect(health.parts.answered).toBe(0.5)
    expect(health.learning.models).toContainEqual(
      expect.objectContaining({ model: 'products', is_live: false, since: null, reason: 'too_few_searches' }),
    )
    for (const node of cases.harness.nodes) await node.nightly.runOnce()
  })

  it('disables a learned model that would break a golden query, and says so', async () => {
    const held = await cases.harness.createShop({
      search: { golden_queries: [{ query: 'bed', product_id: 1, within: 2 }] },
    })
    await cases.harness.putProducts(
      held,
      [1, 2, 3, 4].map((id) => ({
        ...{ id, title: `Box bed ${'abcd'[id - 1]}`, product_type: 'Beds' },
        variants: [{ id: id * 10, price: id, inventory_quantity: 5 }],
      })),
    )
    const own = shop
    shop = held
    for (let i = 0; i < 160; i++) await search('bed', `v${i}`, i % 2 ? 3 : 4)
    await cases.settle()
    const { body } = await admin('GET', '?wait=true')
    shop = own
    const models: { model: string; is_live: boolean; reason: string; breaks: string[] }[] = body.health.learning.models
    expect(models.find(({ model }) => model === 'products')).toMatchObject({
      ...{ is_live: false, reason: 'breaks_golden', breaks: ['bed'] },
    })
  })

  it('replays a change: which searches change, and whether chosen products rise or fall', async () => {
    const rule = { id: 'first', when: { query: 'lamp', match: 'exact' }, pin: [{ product_id: 5, position: 1 }] }
    const pinned = (await admin('POST', '/replay', { patch: { search: { rules: [rule] } } })).body
    expect(pinned).toMatchObject({ searches: 8, changed_searches: 4, risen: 1, fallen: 0 })
    expect(pinned.most_changed[0]).toMatchObject({ query: 'lamp', draft: expect.arrayContaining([5]) })
    const hidden = { id: 'gone', when: { query: 'lamp', match: 'exact' }, hide: [5, 3] }
    const worse = (await admin('POST', '/replay', { patch: { search: { rules: [hidden] } } })).body
    expect(worse).toMatchObject({ risen: 0, fallen: 1 })
    expect(worse.golden.broken).toContainEqual({ query: 'lamp', fault: expect.stringContaining('product 3') })
    const synonym = { patch: { search: { synonyms: [{ from: 'torchere', to: 'lamp' }] } } }
    expect((await admin('POST', '/replay', synonym)).body).toMatchObject({ changed_searches: 4, fallen: 0 })
    expect((await admin('POST', '/replay', {})).body).toMatchObject({ changed_searches: 0, verdict: 'no_change' })
  })

  it('warns when a harmful change is scheduled, but publishes it on time', async () => {
    const drafts = `/shops/${shop.shop}/drafts`
    const schedule = (id: string, patch: object) =>
      cases.harness.admin('POST', `${drafts}/${id}/publish`, {
        patch,
        at: new Date(Date.now() + 3_600_000).toISOString(),
      })
    const hidden = { id: 'gone', when: { query: 'lamp', match: 'exact' }, hide: [5, 3] }
    const harmful = await schedule('harmful', { search: { rules: [hidden] } })
    expect([harmful.status, harmful.body.warning]).toEqual([202, expect.stringContaining('lamp')])
    expect(harmful.body.scheduled).toMatchObject({ failure: null, publish_at: expect.any(String) })
    const harmless = await schedule('harmless', { search: { stop_words: ['please'] } })
    expect(harmless.body.warning).toBeNull()
    for (const id of ['harmful', 'harmless']) await cases.harness.admin('DELETE', `${drafts}/${id}`)
  })

  it('is known after a restart without another check', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-health-'))
    const first = await startHarness({ VITRINE_DATA: folder })
    const { shop: name } = await first.createShop()
    const checked = await first.admin('GET', `/shops/${name}/search-health?wait=true`)
    await first.close()
    const second = await startHarness({ VITRINE_DATA: folder })
    const { body } = await second.admin('GET', `/shops/${name}/search-health`)
    await second.close()
    await rm(folder, { recursive: true, force: true })
    const { health, looked_at } = checked.body
    expect(body).toMatchObject({ health, looked_at })
    expect(looked_at).not.toBeNull()
  })

  it('is outdated after a change of the configuration, unless the change was undone', async () => {
    const publish = (stop_words: string[]) =>
      cases.harness.admin('PATCH', `/shops/${shop.shop}/config`, { search: { stop_words } })
    const isCurrent = async () => (await admin('GET', '')).body.is_current
    await admin('GET', '?wait=true')
    await publish(['the'])
    await publish([])
    expect(await isCurrent()).toBe(true)
    await publish(['the'])
    expect(await isCurrent()).toBe(false)
  })

  it('is dropped when a person is erased, whose searches it may quote', async () => {
    expect((await admin('GET', '')).body.health).not.toBeNull()
    await cases.harness.admin('DELETE', `/shops/${shop.shop}/visitors/a`)
    expect((await admin('GET', '')).body.health).toBeNull()
  })

  it('is not kept if a person was erased while it was made', async () => {
    const erase = (visitor: string) => cases.harness.admin('DELETE', `/shops/${shop.shop}/visitors/${visitor}`)
    await admin('GET', '?wait=true')
    await erase('b')
    const spies = cases.harness.nodes.map(({ records }) => {
      const scan = records.scanProducts.bind(records)
      return vi.spyOn(records, 'scanProducts').mockImplementationOnce(async (...given) => {
        await erase('c')
        return scan(...given)
      })
    })
    expect((await admin('GET', '?wait=true')).body.health).toBeNull()
    expect(spies.some(({ mock }) => mock.calls.length > 0)).toBe(true)
    for (const spy of spies) spy.mockRestore()
  })
})
