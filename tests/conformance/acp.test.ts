import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { config, putSearchShop } from './mcp-shop.ts'

let harness: Harness
let shop: TestShop
beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop(config)
  await putSearchShop(harness, shop)
})
afterAll(() => harness.close())

describe('the product feed of the Agentic Commerce Protocol', () => {
  it('contains every product that shoppers may see, in the published format', async () => {
    const bundle = JSON.parse(readFileSync(new URL('schemas/acp.json', import.meta.url), 'utf8'))
    const check = new Ajv2020({ strict: false, validateFormats: false })
      .addSchema(bundle)
      .getSchema(`${bundle.$id}#/$defs/Product`)
    const { body } = await harness.admin('GET', `/shops/${shop.shop}/feeds/acp`)
    const lines = String(body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const line of lines) expect([line.id, check?.(line), check?.errors ?? null]).toEqual([line.id, true, null])
    expect(lines.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(lines[0]).toMatchObject({
      title: 'Velvet sofa',
      url: `https://${shop.shop}/products/velvet-sofa`,
      variants: [{ id: '10', price: { amount: 50_000, currency: 'EUR' }, availability: { available: true } }],
    })
  })
})
