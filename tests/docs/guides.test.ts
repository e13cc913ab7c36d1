/** Runs every code block of README.md and the guides on the demo shop. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ADMIN_KEY, DEMO_SHOP } from '@vitrine/contract/demo-shop'
import { runAsAdministrator } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import {
  checkBalancer,
  checkGraphql,
  checkHttp,
  checkJson,
  checkServerSettings,
  checkUnit,
  checkYaml,
} from './check-documents.ts'
import { checkTypes, runTypeScript, writeTypeScript } from './check-typescript.ts'
import { type CodeBlock, fileName, type Page, REPOSITORY, readPages } from './code-blocks.ts'
import { type GuideServer, startGuideServer } from './guide-server.ts'
import { type ReaderFolder, readerFolder } from './reader-folder.ts'
import { runExtension, runPixel, runSnippet } from './run-pixel.ts'
import { type Finished, runShell, stopLeftBehind } from './run-shell.ts'

const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'))
const readers = readPages().map((page) => ({ page, path: page.path, folder: readerFolder(page.name) }))
let server: GuideServer

beforeAll(async () => {
  server = await startGuideServer()
  for (const { page, folder } of readers) {
    writeTypeScript(page, folder, server)
    for (const block of page.blocks.filter((one) => one.kind === 'yaml')) {
      const name = fileName(block)
      if (name) folder.write(name, block.text)
    }
  }
})
afterAll(async () => {
  await server.close()
  for (const { folder } of readers) {
    stopLeftBehind(folder)
    folder.remove()
  }
})

it('the compiler takes the code of all pages', async () => {
  expectSuccess(await checkTypes(readers))
})

describe.each(readers)('$path', ({ page, folder }) => {
  it('links to files that exist', () => {
    expect(brokenLinks(page)).toEqual([])
  })

  for (const block of page.blocks) {
    it(`line ${block.line}: the ${block.kind} block works`, () => execute(block, folder))
  }
})

describe('what the Shopify guide contains for a shop', () => {
  const orderOf = (visitor: string, order: number) => {
    const variant = { id: '2', price: { amount: 10, currencyCode: 'USD' }, product: { id: '1' } }
    const checkout = {
      attributes: [{ key: '_vitrine_visitor', value: visitor }],
      order: { id: `gid://shopify/OrderIdentity/${order}` },
      currencyCode: 'USD',
      totalPrice: { amount: 10, currencyCode: 'USD' },
      lineItems: [{ quantity: 1, variant }],
    }
    const id = `sh-${crypto.randomUUID().toUpperCase()}`
    return { id, name: 'checkout_completed', timestamp: new Date().toISOString(), data: { checkout } }
  }
  const eventsOf = async (visitor: string) => {
    const path = `/api/admin/v1/shops/${DEMO_SHOP}/visitors/${visitor}`
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${DEMO_ADMIN_KEY}` } })
    return ((await answer.json()) as { events?: object[] }).events
  }

  it('the pixel reports an order for the visitor whom the cart names', async () => {
    const { folder } = readers.find(({ page }) => page.name === 'connect-shopify')!
    await runPixel(folder, server, [orderOf('visitor-of-the-cart', 9001)])
    expect(await eventsOf('visitor-of-the-cart')).toMatchObject([{ name: 'checkout_completed', order_id: '9001' }])
  })

  it('the extension does the same', async () => {
    await runExtension(server, [orderOf('visitor-of-the-app', 9002)])
    expect(await eventsOf('visitor-of-the-app')).toMatchObject([{ name: 'checkout_completed', order_id: '9002' }])
  })

  it('the snippet marks the cart with the visitor, and reports the product', async () => {
    const { _vitrine_visitor: visitor = '' } = await runSnippet(server, 1)
    expect(visitor).not.toBe('')
    await expect.poll(() => eventsOf(visitor)).toMatchObject([{ name: 'product_viewed' }])
  })
})

it('the order of the events guide is attributed to the search it came from', async () => {
  const reports = `${server.url}/api/admin/v1/shops/${DEMO_SHOP}/analytics/orders?limit=1000`
  const attributed = async () => {
    const answer = await fetch(reports, { headers: { authorization: `Bearer ${DEMO_ADMIN_KEY}` } })
    const { orders } = (await answer.json()) as { orders: { order_id: string; lines: { attributed_to: unknown }[] }[] }
    return orders.find(({ order_id: id }) => id.startsWith('order-'))?.lines[0]?.attributed_to
  }
  await expect.poll(attributed).toMatchObject({ surface: 'search', touch: 'click', query: 'lamp' })
})

async function execute(block: CodeBlock, folder: ReaderFolder): Promise<void> {
  switch (block.kind) {
    case 'sh':
      return expectSuccess(await runShell(block.text, folder, server))
    case 'ts':
    case 'tsx':
      return expectSuccess(await runTypeScript(block, folder))
    case 'yaml':
      return checkYaml(block)
    case 'json':
      expect(await checkJson(block, server)).toBeLessThan(300)
      return
    case 'http':
      expect(checkHttp(block)['connect-src']?.length).toBeGreaterThan(0)
      return
    case 'graphql':
      return checkGraphql(block)
    case 'sql':
      return runAsAdministrator(block.text)
    case 'conf':
      return checkServerSettings(block)
    case 'haproxy':
      return checkBalancer(block)
    case 'ini':
      return checkUnit(block, scripts)
    default:
      throw new Error(`there is no check for blocks of kind "${block.kind}"`)
  }
}

function expectSuccess({ code, output }: Finished): void {
  if (code !== 0) expect.fail(`ended with ${code}:\n${output}`)
}

/** Links to other sites are not checked. */
function brokenLinks({ path, text }: Page): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
  return targets
    .filter((target) => !/^(https?:|#)/.test(target))
    .filter((target) => !existsSync(join(REPOSITORY, dirname(path), target.split('#', 1)[0] ?? '')))
}
