import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anonymous, type EffectCases, startEffectCases } from './event-effects.ts'
import type { Answer, TestShop } from './harness.ts'

let cases: EffectCases
let shop: TestShop

const product = (id: number, title: string, more: object = {}) => ({
  id,
  title,
  product_type: 'Sofas',
  vendor: 'Acme',
  body_html: '<p>Soft.</p>',
  images: [{ src: 'https://cdn.example.com/a.jpg' }],
  options: [{ name: 'Color', values: ['Grey'] }],
  variants: [{ id: id * 10, price: 5, option1: 'Grey', inventory_quantity: 5, inventory_management: 'shopify' }],
  ...more,
})

beforeAll(async () => {
  cases = await startEffectCases()
  shop = await cases.harness.createShop({
    collections: [{ id: 1, handle: 'gift-cards', title: 'Gift cards', product_ids: [] }],
  })
  await cases.harness.putProducts(shop, [
    product(1, 'Corner sofa'),
    product(2, 'Sofa bed', { images: [] }),
    product(3, 'Sofa bed', {
      options: [{ name: 'Color', values: ['grey'] }],
      variants: [{ id: 30, price: 0, option1: 'grey', inventory_quantity: 5, inventory_management: 'shopify' }],
    }),
    product(4, 'Stool', { product_type: '', body_html: '' }),
  ])
})
afterAll(() => cases.harness.close())

const admin = (method: string, path: string, body?: object) =>
  cases.harness.admin(method, `/shops/${shop.shop}/${path}`, body)
const search = (query: string, visitor: string) =>
  cases.harness.post('/api/storefront/v1/headless/search', { query, visitor_id: visitor }, shop)

describe('suggestions', () => {
  it('propose a synonym from what shoppers typed next, with what it would find', async () => {
    for (const visitor of ['a', 'b', 'd']) {
      const who = { ...anonymous, visitor_id: visitor, session_id: `s-${visitor}` }
      await search('chesterfield', visitor)
      const typed = (query: string, ms: number) =>
        cases.send(shop, 'search_submitted', who, {
          data: { searchResult: { query, productVariants: [] } },
          ...ago(ms),
        })
      await typed('Chesterfield', 50_000)
      await typed('sofa', 40_000)
      // Suggestions try a synonym with the product that shoppers chose.
      const { body: sofas } = await search('sofa', visitor)
      const clicked = { request_id: sofas.request_id, products: [{ product_id: sofas.products[0].product_id }] }
      await cases.send(shop, 'svc:search_result_clicked', who, { custom_data: { track: clicked }, ...ago(30_000) })
    }
    await search('gift cards', 'c')
    await cases.send(
      shop,
      'search_submitted',
      { ...anonymous, visitor_id: 'c', session_id: 's-c' },
      {
        data: { searchResult: { query: 'gift cards', productVariants: [] } },
        ...ago(20_000),
      },
    )
    await cases.settle()
    const { body } = await admin('GET', 'suggestions?wait=true')
    const [synonym] = body.suggestions.filter(({ kind }: { kind: string }) => kind === 'synonym')
    expect(synonym).toMatchObject({
      query: 'chesterfield',
      patch: { search: { synonyms: [{ from: 'chesterfield', to: 'sofa' }] } },
      evidence: [
        { kind: 'reformulation', count: 3 },
        { kind: 'replay', count: 3 },
      ],
      confidence: 0.44,
      lost_searches: 3,
      results_now: 0,
      results_expected: 3,
    })
    const [redirect] = body.suggestions.filter(({ kind }: { kind: string }) => kind === 'redirect')
    expect(redirect).toMatchObject({
      query: 'gift cards',
      patch: { search: { rules: [{ redirect: '/collections/gift-cards' }] } },
    })
  })

  it('disappear once they are published', async () => {
    const { body } = await admin('GET', 'suggestions?kind=synonym&wait=true')
    await admin('PUT', 'drafts/fix', { patch: body.suggestions[0].patch })
    expect((await admin('POST', 'drafts/fix/publish', {})).status).toBe(200)
    expect((await search('chesterfield', 'e')).body.pagination.total).toBe(3)
    const left = (await admin('GET', 'suggestions?kind=synonym&wait=true')).body.suggestions
    expect(left.map(({ query }: { query: string }) => query)).not.toContain('chesterfield')
  })
})

describe('a proposal that is dismissed', () => {
  it('is not made again', async () => {
    const queries = async () => {
      const { body } = await admin('GET', 'suggestions?wait=true')
      return body.suggestions.map(({ id, query }: { id: string; query: string }) => ({ id, query }))
    }
    const [first, ...rest] = await queries()
    expect((await admin('POST', `suggestions/${first.id}/dismiss`, {})).status).toBe(200)
    expect(await queries()).toEqual(rest)
  })
})

describe('quality', () => {
  it('lists problems, worst first, with samples, searches and a fix', async () => {
    const { body } = await admin('GET', 'quality?wait=true')
    const found = Object.fromEntries(
      body.checks.map((one: { check: string; sample_ids: number[] }) => [one.check, one.sample_ids]),
    )
    expect(found).toEqual({
      no_picture: [2],
      price_zero: [3],
      duplicate_title: [2, 3],
      spelling: [1, 2, 4, 3],
      no_type: [4],
      no_description: [4],
    })
    expect(body.checks[0].severity).toBe('high')
    expect(body).toMatchObject({ is_current: true, looked_at: expect.stringMatching(/Z$/) })
    const spelling = body.checks.find(({ check }: { check: string }) => check === 'spelling')
    expect(spelling.details).toEqual([{ text: 'Color: Grey, grey', count: 4 }])
    expect(spelling.searches_affected).toBeGreaterThan(0)
  })
})

/** Asks every node, because a job belongs to the node that received the file. */
async function ofItsNode(path: string, isKnown: (answer: Answer) => boolean): Promise<Answer> {
  const answers: Answer[] = []
  while (answers.length < Math.max(1, cases.harness.nodes.length)) {
    const answer = await admin('GET', path)
    if (isKnown(answer)) return answer
    answers.push(answer)
  }
  return answers[0]!
}

describe('imports', () => {
  it('are jobs with progress, counts and faults', async () => {
    const answer = await cases.harness.request(`/api/admin/v1/shops/${shop.shop}/imports?name=lamps.ndjson`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cases.harness.adminKey}`, 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify(product(9, 'Lamp'))}\n{"id": 10}\n`,
    })
    expect([answer.status, answer.body.file]).toEqual([202, 'lamps.ndjson'])
    const job = async () => (await ofItsNode(`imports/${answer.body.id}`, ({ status }) => status === 200)).body
    while (!['done', 'failed'].includes((await job()).state)) {}
    expect(await job()).toMatchObject({ state: 'done', progress: 1, created: 1, rejected: 1, faults: [{ line: 2 }] })
    const listed = await ofItsNode('imports', ({ body }) => body.imports.length > 0)
    expect(listed.body.imports).toHaveLength(1)
    expect((await admin('GET', 'imports/other')).status).toBe(404)
  })
})

describe('an import whose caller waits', () => {
  it('is listed, too, with the name of its file or feed', async () => {
    for (const query of ['wait=true&name=caps.ndjson', 'feed=nightly']) {
      await cases.harness.request(`/api/admin/v1/shops/${shop.shop}/products/import?${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${cases.harness.adminKey}`, 'content-type': 'application/x-ndjson' },
        body: `${JSON.stringify(product(11, 'Cap'))}\n`,
      })
    }
    for (const file of ['caps.ndjson', 'nightly']) {
      const isListed = ({ body }: { body: { imports: { file: string }[] } }) =>
        body.imports.some((one) => one.file === file)
      const { imports } = (await ofItsNode('imports', isListed)).body
      expect(imports.find((one: { file: string }) => one.file === file)).toMatchObject({ state: 'done', rejected: 0 })
    }
  })
})

describe('the stream', () => {
  it('reports a new version and ends with the connection', async () => {
    const abort = new AbortController()
    const answer = await fetch(`${cases.harness.url}/api/admin/v1/shops/${shop.shop}/stream`, {
      headers: { authorization: `Bearer ${cases.harness.adminKey}` },
      signal: abort.signal,
    })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('event: config')) text += (await reader.read()).value ?? ''
    await admin('PATCH', 'config?note=live', { search: { stop_words: ['the'] } })
    while (!text.includes('"note":"live"')) text += (await reader.read()).value ?? ''
    expect(text).toContain('event: embedding')
    abort.abort()
  })
})
