/** Simulates a month of shoppers in a real catalog, so that every screen of the dashboard has data. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { DEMO_ADMIN_KEY, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import { compose } from '../../packages/server/src/compose/compose.ts'
import { demoHost } from '../../packages/server/src/compose/demo.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { SimulatedMerchant } from './simulated-merchant.ts'
import { walkShop } from './walk-shop.ts'
import { writeProposals } from './write-proposals.ts'

const EVENTS_A_PART = 2000
const DAYS = 28

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string', default: 'data-simulated' },
      visits: { type: 'string', default: '3000' },
      locale: { type: 'string', default: 'en' },
      port: { type: 'string', default: '0' },
      embedder: { type: 'string', default: 'local' },
      proposals: { type: 'string' },
      serve: { type: 'boolean', default: false },
    },
  })
  const vitrine = await compose(
    readConfig({
      ...{ PORT: values.port, VITRINE_DATA: values.data, VITRINE_DEMO: 'on', VITRINE_EMBEDDER: values.embedder },
      ...{ VITRINE_ADMIN_KEY: DEMO_ADMIN_KEY, VITRINE_RATE_LIMIT: '0', LOG_LEVEL: 'error' },
    }),
  )
  const host = demoHost({
    ...{ shops: { store: vitrine.records }, keys: vitrine.keys },
    ...{ history: vitrine.events.history, store: vitrine.events.store },
  })
  const isNew = !(await host.hasKey(DEMO_STOREFRONT_KEY))
  if (isNew) {
    await host.putConfig({ shop: { name: basename(values.data), primary_locale: values.locale } })
    await host.issueKey('admin', DEMO_ADMIN_KEY, Date.now())
    await host.issueKey('storefront', DEMO_STOREFRONT_KEY, Date.now())
  }
  const url = await vitrine.app.server.listen({ port: Number(values.port), host: '127.0.0.1' })
  await vitrine.start()
  const merchant = new SimulatedMerchant(url)
  if (isNew) {
    await merchant.importFile(await readFile(positionals[0]!))
    await merchant.untilEmbedded()
    const { events, serves } = await walkShop({
      products: await merchant.products(),
      search: (query) => merchant.search(query),
      ...{ seed: basename(values.data), visits: Number(values.visits), days: DAYS, endMs: Date.now(), origin: url },
    })
    await host.putHistory({ events: [], serves }, Date.now())
    for (let from = 0; from < events.length; from += EVENTS_A_PART)
      await host.putHistory({ events: events.slice(from, from + EVENTS_A_PART), serves: [] }, Date.now())
    console.log(`${values.visits} visits, ${events.length} events, ${serves.length} answers`)
  }
  if (values.proposals) await writeProposals(merchant, { name: basename(values.data), folder: values.proposals })
  console.log(`${url}/dashboard`)
  if (!values.serve) await vitrine.close().then(() => process.exit(0))
}
