/** Scenarios with a lock on the rows of a shop, or on a table that a migration changes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { asking, type Cluster, longestMs, products, type Scenario, type Shop, statusesOf, within } from './cluster.ts'

const HELD_MS = 20_000
/** Maximum delay by a lock that does not concern the request. */
const DELAY_MS = 1000
const OTHERS = 5
const QUIET_MS = 5000
const CHANGED_EVERY_MS = 500

export const lockedRow: Scenario = {
  name: 'locked-row',
  shows:
    'Rows of one shop are held for 20 s: events, serves and products of others go on, and its own are refused with 503.',
  nodes: 1,
  async run(cluster) {
    const held = await cluster.newShop('held', products(5))
    const others: Shop[] = []
    for (let i = 0; i < OTHERS; i++) others.push(await cluster.newShop(`other-${i}`, products(5)))
    for (const shop of [held, ...others]) {
      await cluster.event(0, shop)
      await cluster.search(0, shop, 'lamp')
    }
    await cluster.settle()
    // Measures the usual delay first, because it depends on the machine.
    const load = () => others.flatMap((shop) => [asking(() => cluster.event(0, shop)), changing(cluster, shop)])
    const quiet = load()
    await pause(QUIET_MS)
    const usual = longestMs((await Promise.all(quiet.map((one) => one.stop()))).flat())
    const allowedMs = Math.max(DELAY_MS, 2 * usual)
    return cluster.withClient(async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT FROM log_shops WHERE name = $1 FOR UPDATE', [held.shop])
      await client.query('SELECT FROM derived_shops WHERE name = $1 FOR UPDATE', [held.shop])
      await client.query('SELECT FROM feeds WHERE shop = $1 FOR UPDATE', [held.shop])
      const own = [asking(() => cluster.event(0, held)), changing(cluster, held)]
      const served = asking(() => cluster.search(0, held, 'lamp'))
      const writing = load()
      const before = await serves(client, others[0]!.shop)
      await cluster.search(0, others[0]!, 'lamp')
      const begunMs = performance.now()
      const isWritten = await within(HELD_MS, async () => (await serves(client, others[0]!.shop)) > before)
      const serveMs = Math.round(performance.now() - begunMs)
      await pause(Math.max(0, HELD_MS - (performance.now() - begunMs)))
      const written = (await Promise.all(writing.map((one) => one.stop()))).flat()
      await client.query('ROLLBACK')
      const mine = (await Promise.all(own.map((one) => one.stop()))).flat()
      await served.stop()
      const allowed = new Set([200, 503])
      return {
        figures: {
          others: statusesOf(written),
          usualMs: usual,
          longestMs: longestMs(written),
          held: statusesOf(mine),
          serveMs,
        },
        faults: [
          ...(written.every(({ status }) => status === 200) ? [] : ['another shop was refused']),
          ...(longestMs(written) <= allowedMs ? [] : ['another shop waited']),
          ...(isWritten && serveMs <= 2 * DELAY_MS ? [] : ['a serve of another shop was not written']),
          ...(mine.every(({ status }) => allowed.has(status))
            ? []
            : ['the held shop was told something else than 503']),
        ],
      }
    })
  },
}

/** Changes a product's price again and again. */
function changing(cluster: Cluster, { shop }: Shop) {
  let cents = 0
  const change = () => {
    const [product] = products(1) as [{ variants: object[] }]
    const variants = product.variants.map((one) => ({ ...one, price: `${++cents}.00` }))
    return cluster.admin(0, 'PUT', `/shops/${shop}/products/1`, { ...product, variants })
  }
  return asking(change, CHANGED_EVERY_MS)
}

async function serves(client: pg.Client, shop: string): Promise<number> {
  const text = 'SELECT count(*) AS n FROM serves WHERE shop = (SELECT no FROM derived_shops WHERE name = $1)'
  return Number((await client.query(text, [shop])).rows[0].n)
}

const OPEN_MS = 6000

export const rollingUpgrade: Scenario = {
  name: 'rolling-upgrade',
  shows:
    'A column is added while a reader holds its transaction open and both nodes work; then each node is restarted.',
  nodes: 2,
  async run(cluster) {
    const shop = await cluster.newShop('rolled', products(50))
    for (const n of [0, 1]) await cluster.search(n, shop, 'lamp')
    // Like a balancer, sends requests only to nodes that are ready.
    const ready = [true, true]
    const pick = () => (ready[0] ? 0 : 1)
    const load = () => {
      const asked = [
        asking(() => cluster.event(pick(), shop), 5),
        asking(() => cluster.search(ready[1] ? 1 : 0, shop, 'lamp'), 5),
        asking(() => cluster.admin(pick(), 'GET', `/shops/${shop.shop}/products/1`), 20),
      ]
      return async () => (await Promise.all(asked.map((one) => one.stop()))).flat()
    }
    // Measures the usual delay first, because it depends on the machine.
    const quiet = load()
    await pause(QUIET_MS)
    const usual = await quiet()
    const migrating = load()
    const stalls = watchLocks(cluster)
    const migrated = await cluster.withClient(async (reader) => {
      await reader.query('BEGIN')
      await reader.query('SELECT count(*) FROM products')
      const ended = migrate(cluster)
      await pause(OPEN_MS)
      await reader.query('COMMIT')
      return ended
    })
    const longestStallMs = await stalls.stop()
    const migration = await migrating()
    const restarting = load()
    for (const n of [0, 1]) {
      ready[n] = false
      await pause(500)
      const gone = once(cluster.node(n).process, 'exit')
      cluster.node(n).process.send({ stop: true })
      await gone
      await cluster.startNode(n)
      ready[n] = true
    }
    await pause(500)
    const restarts = await restarting()
    const answers = [...usual, ...migration, ...restarts]
    const allowedMs = Math.max(DELAY_MS, 2 * longestMs(usual))
    return {
      figures: {
        requests: statusesOf(answers),
        usualMs: longestMs(usual),
        longestMigratingMs: longestMs(migration),
        longestRestartingMs: longestMs(restarts),
        longestStallMs,
        migrated,
      },
      faults: [
        ...(answers.every(({ status }) => status === 200) ? [] : ['a request failed']),
        ...(longestStallMs <= DELAY_MS ? [] : ['somebody waited for the migration']),
        ...(longestMs([...migration, ...restarts]) <= allowedMs ? [] : ['a request waited']),
        ...(migrated === 0 ? [] : ['the migration did not come to its end']),
      ],
    }
  },
}

/** Migrates like the first process of a newer version. */
async function migrate(cluster: Cluster): Promise<number> {
  const file = new URL('./migrate-ahead.ts', import.meta.url).pathname
  const env = { ...process.env, ...cluster.settingsOf(0), VITRINE_STORE: cluster.storeUrl }
  const [code] = await once(spawn(process.execPath, [file], { env, stdio: ['ignore', 'inherit', 'inherit'] }), 'exit')
  return code as number
}

/** Returns the longest wait of others while the migration waited for its table. */
function watchLocks(cluster: Cluster): { stop(): Promise<number> } {
  let longest = 0
  let isOver = false
  const done = cluster.withClient(async (client) => {
    while (!isOver) {
      const { rows } = await client.query(
        `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - query_start)), 0) * 1000 AS ms FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND application_name LIKE 'vitrine%' AND query NOT LIKE '%ALTER TABLE%' AND query NOT LIKE '%advisory%'`,
      )
      longest = Math.max(longest, Math.round(Number(rows[0].ms)))
      await pause(20)
    }
  })
  return {
    async stop() {
      isOver = true
      await done
      return longest
    },
  }
}
