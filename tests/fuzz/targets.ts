/** Only an internal error (over HTTP: 500) is a failure. */
import { createHmac } from 'node:crypto'
import { RequestRefused, Refusal } from '../../packages/server/src/features/errors.ts'
import {
  type CatalogDeps,
  importFile,
  putProductLines,
} from '../../packages/server/src/features/catalog/manage-products.ts'
import {
  patchConfig,
  replaceConfig,
  type ShopDeps,
  saveShop,
} from '../../packages/server/src/features/shops/manage-shops.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'
import type { Harness, TestShop } from '../conformance/harness.ts'
import { breakBytes, breakJson, CONFIG, CSV, formSample, PRODUCT, WEBHOOKS } from './samples.ts'
import type { Random } from './mutate.ts'

export interface FuzzTarget {
  /** Returns the outcome in a word. Throws after an internal error. */
  run(random: Random): Promise<string>
  close(): Promise<void>
  /** Cases that run at the same time; 1 by default. Over HTTP more are faster, because requests wait for the disk. */
  atOnce?: number
}

const SHOP = 'fuzz.example.com'
const SECRET = 'shpss_fuzz'

async function openCatalog(): Promise<{ deps: CatalogDeps & ShopDeps; close: () => Promise<void> }> {
  const store = sqliteRecordStore({ path: ':memory:' })
  const deps = { store, clock: () => 0, whenFindable: async () => {} }
  await saveShop(deps, SHOP, { currency: 'EUR' })
  return { deps, close: async () => store.close() }
}

async function* pieces(bytes: Buffer, random: Random): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    const to = from + 1 + Math.floor(random() * bytes.length)
    yield bytes.subarray(from, to)
    from = to
  }
}

/** Sends two broken lines and a good one, which must be stored. */
export async function fuzzNdjson(): Promise<FuzzTarget> {
  const { deps, close } = await openCatalog()
  return {
    close,
    async run(random) {
      const good = JSON.stringify(PRODUCT)
      const lines = [JSON.stringify(breakJson(PRODUCT, random)), breakBytes(good, random).replaceAll('\n', ' '), good]
      const bytes = Buffer.from(lines.join('\n'))
      const report = await putProductLines(deps, SHOP, pieces(bytes, random), 'stored')
      if (report.accepted < 1) throw new Error('the valid line was not stored')
      return report.rejected.length > 0 ? 'refused' : 'taken'
    },
  }
}

export async function fuzzCsv(): Promise<FuzzTarget> {
  const { deps, close } = await openCatalog()
  return {
    close,
    async run(random) {
      const report = await importFile(deps, SHOP, pieces(Buffer.from(breakBytes(CSV, random), 'latin1'), random), {
        answerWhen: 'stored',
      })
      return report.rejected > 0 ? 'refused' : 'taken'
    },
  }
}

export async function fuzzConfiguration(): Promise<FuzzTarget> {
  const { deps, close } = await openCatalog()
  return {
    close,
    async run(random) {
      const document = breakJson(CONFIG, random)
      try {
        await (random() < 0.5 ? replaceConfig : patchConfig)(deps, SHOP, document)
        return 'taken'
      } catch (error) {
        if (error instanceof RequestRefused && error.items.length > 0) return 'refused'
        if (error instanceof Refusal) return 'refused'
        throw error
      }
    },
  }
}

export async function fuzzWebhooks(harness: Harness): Promise<FuzzTarget> {
  const shop = await harness.createShop({ webhook_secret: SECRET })
  const topics = Object.keys(WEBHOOKS)
  let number = 0
  return {
    close: async () => {},
    async run(random) {
      const topic = topics[Math.floor(random() * topics.length)] as string
      const payload = JSON.stringify(breakJson(WEBHOOKS[topic], random))
      const body = random() < 0.2 ? breakBytes(payload, random) : payload
      const bytes = Buffer.from(body)
      return answered(harness, '/webhooks/shopify', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': topic,
          'x-shopify-shop-domain': shop.shop,
          'x-shopify-webhook-id': `w-${++number}`,
          'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(bytes).digest('base64'),
        },
        body: bytes,
      })
    },
  }
}

export async function fuzzForms(harness: Harness): Promise<FuzzTarget> {
  const shop: TestShop = await harness.createShop()
  const sample = await formSample()
  return {
    close: async () => {},
    async run(random) {
      const type = random() < 0.3 ? breakBytes(sample.type, random).replaceAll(/[^\x20-\x7e]/g, '') : sample.type
      return answered(harness, '/api/storefront/v1/headless/image-search', {
        method: 'POST',
        headers: { 'content-type': type || 'x', 'x-shop': shop.shop, authorization: `Bearer ${shop.key}` },
        body: Buffer.from(breakBytes(sample.body, random), 'latin1'),
      })
    },
  }
}

async function answered(harness: Harness, path: string, init: RequestInit): Promise<string> {
  const { status, body } = await harness.request(path, init)
  if (status === 500 || status < 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  return String(status)
}
