/** Searches for the words of an erased person in every file, including write-ahead logs. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { takeBackup } from '../../packages/server/src/cli/backup/take-backup.ts'
import { context } from '../conformance/event-samples.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

const root = mkdtempSync(join(tmpdir(), 'vitrine-erasure-'))
const folder = join(root, 'data')
afterAll(() => rmSync(root, { recursive: true, force: true }))

const EVENTS = '/api/storefront/v1/headless/events'
const SEARCH = '/api/storefront/v1/headless/search'

/** Words of one person, by the place where they are planted. */
const words = (name: string) => ({
  visitor: `${name}visitor5521`,
  client: `${name}client5522`,
  customer: `${name}customer5523`,
  session: `${name}session5524`,
  page: `${name}page5525`,
  query: `${name}query5526`,
  asked: `${name}asked5527`,
  title: `${name}title5528`,
  email: `${name}@mail5529.example`,
})

type Words = ReturnType<typeof words>

async function live(harness: Harness, shop: TestShop, planted: Words): Promise<void> {
  const who = { visitor_id: planted.visitor, client_id: planted.client, customer_id: planted.customer }
  const location = {
    ...context.document.location,
    pathname: `/pages/${planted.page}`,
    href: `https://x/pages/${planted.page}`,
  }
  const page = { ...context, document: { ...context.document, location, title: planted.title } }
  const send = async (name: string, type: string, data: object) => {
    const event = { id: randomUUID(), name, type, timestamp: new Date().toISOString(), context: page, ...data }
    const body = { channel: 'HEADLESS', ...who, session_id: planted.session, event }
    const { status, body: answer } = await harness.post(EVENTS, body, shop)
    expect([status, answer]).toEqual([200, expect.anything()])
  }
  await send('page_viewed', 'standard', { data: {} })
  await send('search_submitted', 'standard', { data: { searchResult: { query: planted.query } } })
  const variant = { id: '1', price: { amount: 5, currencyCode: 'USD' }, product: { id: '1', title: planted.title } }
  await send('product_viewed', 'standard', { data: { productVariant: variant } })
  const checkout = {
    currencyCode: 'USD',
    email: planted.email,
    order: { id: `${planted.visitor}-order` },
    lineItems: [{ quantity: 1, variant, finalLinePrice: { amount: 5 } }],
  }
  await send('checkout_completed', 'standard', { data: { checkout } })
  await harness.post(SEARCH, { query: planted.asked, session_id: planted.session, ...who }, shop)
}

function filesWith(word: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return all
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(word))
    .map((path) => path.slice(folder.length + 1))
}

const found = (planted: Words) =>
  Object.fromEntries(Object.entries(planted).map(([place, word]) => [place, filesWith(word)]))
const nowhere = (planted: Words) => Object.fromEntries(Object.keys(planted).map((place) => [place, []]))

describe('the bytes of a data folder', () => {
  it('contain nothing of an erased person, while the server runs and afterwards, and everything of others', async () => {
    const gone = words('gone')
    const stays = words('stays')
    let harness = await startHarness({ VITRINE_DATA: folder })
    const shop = await harness.createShop()
    await harness.putProducts(shop, [{ id: 1, title: 'Hat', handle: 'hat', variants: [{ id: 1, price: '5.00' }] }])
    for (const planted of [gone, stays]) await live(harness, shop, planted)
    await harness.vitrine?.events.settle()
    await harness.close()
    // The stop has written snapshots of models, which are loaded now.
    harness = await startHarness({ VITRINE_DATA: folder })
    await harness.vitrine?.start()
    for (const place of ['visitor', 'session', 'page', 'query'] as const) expect(filesWith(gone[place])).not.toEqual([])

    await takeBackup({ folder, target: join(root, 'backup') })
    expect((await harness.admin('DELETE', `/shops/${shop.shop}/visitors/${gone.visitor}`)).body).toEqual({
      erased_events: 4,
    })
    expect(found(gone)).toEqual(nowhere(gone))
    expect(filesWith(stays.visitor)).not.toEqual([])
    expect(filesWith(stays.query)).not.toEqual([])

    await takeBackup({ folder, target: join(root, 'backup') })
    await harness.close()
    expect(found(gone)).toEqual(nowhere(gone))
    const manifest = readFileSync(join(root, 'backup', 'manifest.json'), 'utf8')
    for (const word of [...Object.values(gone), ...Object.values(stays)]) expect(manifest).not.toContain(word)
    for (const name of readdirSync(join(root, 'backup')))
      for (const word of Object.values(gone))
        expect([name, readFileSync(join(root, 'backup', name)).includes(word)]).toEqual([name, false])
  })
})
