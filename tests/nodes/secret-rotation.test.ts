/** Replacing VITRINE_SECRET must not invalidate what the old secret has signed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'
import { AUTOMATIC, createRecommendShop } from '../conformance/recommend-shop.ts'

const INIT = '/api/storefront/v3/headless/init'
const [FORMER, FRESH] = ['f'.repeat(32), 'n'.repeat(32)]
const folder = mkdtempSync(join(tmpdir(), 'vitrine-rotation-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a node on the same folder with these secrets. */
async function withSecret<T>(secret: string, work: (node: Harness) => Promise<T>): Promise<T> {
  const node = await startHarness({ VITRINE_DATA: folder, VITRINE_SECRET: secret })
  try {
    return await work(node)
  } finally {
    await node.close()
  }
}

async function signed(node: Harness, shop: TestShop) {
  const page = await node.post(AUTOMATIC, { product_ids: [1], view: 'product_ids', pagination: { limit: 7 } }, shop)
  const { body } = await node.post(INIT, { user_id: 'somebody' }, shop)
  return { cursor: page.body.pagination.cursor as string, token: body.token as string }
}

/** Returns the status of a page by its cursor, and the token's visitor. */
async function accepted(node: Harness, shop: TestShop, { cursor, token }: { cursor: string; token: string }) {
  const body = { product_ids: [1], view: 'product_ids', pagination: { limit: 7, cursor } }
  const page = await node.post(AUTOMATIC, body, shop)
  const init = await node.post(INIT, {}, shop, { 'x-session-token': token })
  return [page.status, init.body.user_id]
}

describe('a secret that is replaced', () => {
  it('is accepted beside the new one, which signs everything new', async () => {
    const { shop, old } = await withSecret(FORMER, async (node) => {
      const made = await createRecommendShop(node)
      return { shop: made, old: await signed(node, made) }
    })
    const fresh = await withSecret(`${FRESH},${FORMER}`, async (node) => {
      expect(await accepted(node, shop, old)).toEqual([200, 'somebody'])
      return signed(node, shop)
    })
    await withSecret(FRESH, async (node) => {
      expect(await accepted(node, shop, fresh)).toEqual([200, 'somebody'])
      const [status, visitor] = await accepted(node, shop, old)
      expect(status).toBe(400)
      expect(visitor).not.toBe('somebody')
    })
  })
})
