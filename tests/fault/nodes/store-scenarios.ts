/** Scenarios in which the store hangs or cannot be reached. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../packages/server/src/ports/postgres/testing/free-port.ts'
import {
  asking,
  type Cluster,
  type Finding,
  longestMs,
  products,
  type Scenario,
  statusesOf,
  within,
} from './cluster.ts'

const SILENT_MS = 20_000
/** A statement is abandoned after 15 s, and the next one detects the lost connection. */
const RECOVERED_WITHIN_MS = 20_000
/** No search may wait for a store that is known to be gone. */
const LONGEST_SEARCH_MS = 3000

export const silence: Scenario = {
  name: 'silence',
  shows:
    'A connection falls silent in the middle of a query: searches go on, /ready says so, and events are taken again.',
  nodes: 1,
  settings: () => ({ VITRINE_READ_ONLY_AFTER_SECONDS: '10' }),
  async run(cluster) {
    const shop = await cluster.newShop('silent', products(20))
    await cluster.search(0, shop, 'lamp')
    const isCaught = new Promise<void>((resolve) => {
      cluster.onSent = (text, link) => {
        if (!text.includes('log_runs')) return
        link.silence()
        resolve()
      }
    })
    // Searches use several connections and would wait on a lost one.
    const searches = asking(() => cluster.search(0, shop, 'lamp'))
    const sent = cluster.event(0, shop)
    await isCaught
    cluster.onSent = undefined
    const notReady = await within(SILENT_MS, async () => (await cluster.readyStatus(0)) === 503)
    await pause(SILENT_MS / 2)
    cluster.links[0]?.mend()
    const mendedMs = performance.now()
    const isTaken = await within(2 * RECOVERED_WITHIN_MS, async () => (await cluster.event(0, shop)).status === 200)
    const recoveredMs = Math.round(performance.now() - mendedMs)
    const isReady = await within(RECOVERED_WITHIN_MS, async () => (await cluster.readyStatus(0)) === 200)
    const found = await searches.stop()
    const first = await sent
    const figures = {
      searches: statusesOf(found),
      longestSearchMs: longestMs(found),
      eventInFlight: first.status,
      notReady,
      recoveredMs,
    }
    return {
      figures,
      faults: [
        ...(found.every(({ status }) => status === 200) ? [] : ['a search failed']),
        ...(longestMs(found) <= LONGEST_SEARCH_MS ? [] : ['a search waited for the store']),
        ...(notReady ? [] : ['/ready did not say that the store is silent']),
        ...(isTaken && recoveredMs <= RECOVERED_WITHIN_MS ? [] : ['events were not taken again']),
        ...(isReady ? [] : ['/ready did not come back']),
      ],
    }
  },
}

export const goneAfterChange: Scenario = {
  name: 'gone-after-change',
  shows: 'The store goes away right after a change of configuration and products: no search fails or waits.',
  nodes: 2,
  async run(cluster) {
    const shop = await cluster.newShop('gone', products(20))
    for (const n of [0, 1]) await cluster.search(n, shop, 'lamp')
    await cluster.admin(0, 'PATCH', `/shops/${shop.shop}/config`, { shop: { name: 'Renamed' } })
    await cluster.putProducts(0, shop, products(1, 'Lantern'))
    await pause(500)
    await cluster.postgres.stop()
    const found = (
      await Promise.all(
        [0, 1].map(async (n) => {
          const searches = asking(() => cluster.search(n, shop, 'lamp'))
          await pause(15_000)
          return searches.stop()
        }),
      )
    ).flat()
    await cluster.postgres.start()
    const figures = { searches: statusesOf(found), longestSearchMs: longestMs(found) }
    return {
      figures,
      faults: [
        ...(found.every(({ status }) => status === 200) ? [] : ['a search failed']),
        ...(longestMs(found) <= LONGEST_SEARCH_MS ? [] : ['a search waited for the store']),
      ],
    }
  },
}

export const lostPlace: Scenario = {
  name: 'lost-place',
  shows: 'A node starts and serves though the place of snapshots cannot be used.',
  nodes: 0,
  async settings(folder) {
    // A file replaces the folder, as after a failed mount.
    await writeFile(join(folder, 'place'), 'not a folder')
    return { VITRINE_SNAPSHOTS: `folder:${join(folder, 'place')}` }
  },
  async run(cluster): Promise<Finding> {
    const started = await cluster.startNode(0).then(
      () => true,
      () => false,
    )
    if (!started) return { figures: { started }, faults: ['the node did not start'] }
    const shop = await cluster.newShop('placeless', products(20))
    const isFound = await within(10_000, async () => (await cluster.search(0, shop, 'lamp')).status === 200)
    return { figures: { started, isFound }, faults: isFound ? [] : ['nothing is found'] }
  },
}

/** main.ts allows this long to stop: 20 s, and here no time for the balancer. */
const PROMISED_MS = 20_000

export const lastWords: Scenario = {
  name: 'sigterm',
  shows: 'SIGTERM while the store is silent: the node ends by itself within what it promises.',
  nodes: 1,
  run: async (cluster) => endSilently(cluster),
}

async function endSilently(cluster: Cluster): Promise<Finding> {
  const port = await freePort()
  const settings = cluster.settingsOf(0)
  const main = new URL('../../../packages/server/src/cli/vitrine.ts', import.meta.url).pathname
  const program = settings.VITRINE_CODE ? join(settings.VITRINE_CODE, 'packages/server/src/cli/vitrine.ts') : main
  const env = {
    ...{ ...process.env, ...settings, PORT: String(port), VITRINE_DATA: join(cluster.folder, 'served') },
    ...{
      VITRINE_DEMO: 'off',
      VITRINE_EMBEDDER: 'none',
      LOG_LEVEL: 'silent',
      VITRINE_ADMIN_KEY: `vak_${'F'.repeat(32)}`,
    },
  }
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: 'ignore' })
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined))?.status === 200
  if (!(await within(60_000, isReady))) return { figures: {}, faults: ['the node did not start'] }
  const shop = await cluster.newShop('ending', products(5))
  const target = { ...cluster.node(0), url: `http://127.0.0.1:${port}` }
  cluster.nodes.push(target)
  const events = asking(() => cluster.event(cluster.nodes.length - 1, shop), 10)
  await pause(2000)
  cluster.links[0]?.silence()
  await pause(500)
  const begunMs = performance.now()
  const gone = once(child, 'exit') as Promise<[number | null]>
  child.kill('SIGTERM')
  const [exitCode] = await gone
  const tookMs = Math.round(performance.now() - begunMs)
  cluster.nodes.pop()
  await events.stop()
  const isKept = exitCode === 0 && tookMs <= PROMISED_MS
  return {
    figures: { tookMs, exitCode: exitCode ?? 'none' },
    faults: isKept ? [] : ['it did not end by itself in time'],
  }
}
