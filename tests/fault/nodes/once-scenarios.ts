/** Scenarios in which three nodes find the same work, which must be done once and in time, even with wrong clocks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleEnvelope } from '../../conformance/event-samples.ts'
import { type Cluster, type Finding, type Scenario, type Shop, within } from './cluster.ts'

const NODES = 3
const DRAFTS = 24
const ALL = [0, 1, 2]

export const dueDrafts: Scenario = {
  name: 'due-drafts',
  shows: 'Twenty-four scheduled drafts are due on three nodes: each is published once.',
  nodes: NODES,
  async run(cluster) {
    const shops: Shop[] = []
    for (let i = 0; i < DRAFTS; i++) shops.push(await cluster.newShop(`drafted-${i}`))
    const at = new Date(Date.now() + 4000 + 200 * DRAFTS).toISOString()
    for (const shop of shops) await schedule(cluster, shop, 'named', at)
    const before = await versions(cluster)
    await pause(Math.max(0, Date.parse(at) - Date.now()) + 100)
    const round = () => Promise.all(ALL.map((n) => cluster.tell(n, { run: 'drafts' })))
    await within(60_000, async () => {
      await round()
      return (await cluster.count('SELECT count(*) AS n FROM config_drafts')) === 0
    })
    await round()
    const published = (await versions(cluster)) - before
    const faults = published === DRAFTS ? [] : [`${published} versions were published of ${DRAFTS} drafts`]
    return { figures: { drafts: DRAFTS, published }, faults }
  },
}

async function schedule(cluster: Cluster, { shop }: Shop, id: string, at: string): Promise<void> {
  const path = `/shops/${shop}/drafts/${id}`
  const patch = { shop: { name: `Named by ${id}` } }
  await cluster.admin(0, 'PUT', path, { title: id, patch })
  const answer = await cluster.admin(0, 'POST', `${path}/publish`, { at, on_conflict: 'draft_wins' })
  if (answer.status >= 300) throw new Error(`the draft was not scheduled: ${JSON.stringify(answer.body)}`)
}

function versions(cluster: Cluster): Promise<number> {
  return cluster.count('SELECT count(*) AS n FROM shop_versions')
}

const AHEAD_MS = 90_000

export const clockSkew: Scenario = {
  name: 'clock-skew',
  shows:
    'Clocks are 90 s ahead and behind: a draft goes live when it is due and not before, and no event is refused or lost.',
  nodes: NODES,
  async run(cluster) {
    const shop = await cluster.newShop('skewed')
    const shifts = [AHEAD_MS, 0, -AHEAD_MS]
    for (const n of ALL) await cluster.tell(n, { shiftMs: shifts[n] })
    const dueMs = Date.now() + 15_000
    await schedule(cluster, shop, 'early', new Date(dueMs).toISOString())
    const before = await versions(cluster)
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) for (const n of ALL) statuses.push((await cluster.event(n, shop)).status)
    await Promise.all(ALL.map((n) => cluster.tell(n, { run: 'drafts' })))
    const wasEarly = Date.now() < dueMs && (await versions(cluster)) > before
    const isLive = await within(30_000, async () => {
      await Promise.all(ALL.map((n) => cluster.tell(n, { run: 'drafts' })))
      return (await versions(cluster)) > before
    })
    await cluster.settle()
    const logged = await cluster.count('SELECT last_offset AS n FROM log_shops WHERE name = $1', [shop.shop])
    const taken = statuses.filter((status) => status === 200).length
    return {
      figures: { wasEarly, isLive, taken, logged },
      faults: [
        ...(wasEarly ? ['a draft went live before its time'] : []),
        ...(isLive ? [] : ['a draft did not go live']),
        ...(taken === statuses.length && logged === taken ? [] : ['events were refused or lost']),
      ],
    }
  },
}

/** Enough for a significant share of refused events. */
const REFUSED = 60

export const alertRetries: Scenario = {
  name: 'alert-retries',
  shows: 'An alert that was not taken is due again on three nodes: one of them sends it, each time.',
  nodes: NODES,
  run: retryAlerts,
}

async function retryAlerts(cluster: Cluster): Promise<Finding> {
  const tries = new Map<string, number>()
  const receiver = createServer((request, answer) => {
    const id = String(request.headers['webhook-id'])
    tries.set(id, (tries.get(id) ?? 0) + 1)
    request.resume()
    // A slow answer lets the other nodes find the delivery due too.
    setTimeout(() => answer.writeHead(500).end(), 300)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const shop = await cluster.newShop('alerted')
    const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const { status, body } = await cluster.admin(0, 'PATCH', `/shops/${shop.shop}/config`, { alerts: { webhook_url } })
    if (status !== 200) throw new Error(`alerts could not be read: ${JSON.stringify(body)}`)
    const refused = { ...sampleEnvelope('page_viewed', Date.now()), channel: 7 }
    for (let i = 0; i < REFUSED; i++) await cluster.send(0, shop, refused)
    await cluster.settle()
    const round = () => Promise.all(ALL.map((n) => cluster.tell(n, { run: 'alerts' })))
    const isMade = await within(90_000, async () => {
      await round()
      return tries.size > 0
    })
    if (!isMade) throw new Error('no alert was made')
    const openedMs = Date.now()
    const first = total(tries)
    // The second attempt is due after a minute.
    await pause(Math.max(0, openedMs + 62_000 - Date.now()))
    await round()
    await round()
    const second = total(tries) - first
    return {
      figures: { alerts: tries.size, firstTries: first, secondTries: second },
      faults: first === tries.size && second === tries.size ? [] : ['an alert was sent by more than one node'],
    }
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

function total(tries: ReadonlyMap<string, number>): number {
  return [...tries.values()].reduce((sum, count) => sum + count, 0)
}
