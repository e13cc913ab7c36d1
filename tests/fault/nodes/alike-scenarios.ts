/** Scenarios in which all nodes must give the same answers and forget a person who was erased on one of them. */
import { setTimeout as pause } from 'node:timers/promises'
import { sampleEnvelope } from '../../conformance/event-samples.ts'
import { viewed } from '../../conformance/event-effects.ts'
import { type Cluster, type Finding, type Scenario, type Shop, within } from './cluster.ts'
import { killNow } from '../server-process.ts'

const NODES = 3
const ROUNDS = 12
const WORDS = 'red blue oak steel lamp table chair vase rug small large round wool glass kitchen garden'.split(' ')
const QUERIES = ['red lamp', 'oak table', 'small round rug', 'glass vase', 'garden chair', 'wool', 'kitchen lamp steel']

export const ranking: Scenario = {
  name: 'ranking',
  shows:
    'After writes, deletes and restarts every node ranks alike, and page two of one node continues page one of another.',
  nodes: NODES,
  async run(cluster) {
    const shop = await cluster.newShop('ranked')
    for (let round = 0; round < ROUNDS; round++) await live(cluster, shop, round)
    await cluster.settle()
    const [first, ...others] = await Promise.all(cluster.nodes.map((_, n) => answers(cluster, n, shop)))
    const different = QUERIES.filter((_, q) => others.some((other) => other[q] !== first?.[q]))
    const isPaged = await continues(cluster, shop)
    return {
      figures: { queries: QUERIES.length, different: different.length, isPaged },
      faults: [
        ...(different.length === 0 ? [] : [`ranked differently: ${different.join('; ')}`]),
        ...(isPaged ? [] : ['page two does not continue page one']),
      ],
    }
  },
}

/** Changes products, and now and then kills a node and starts another. */
async function live(cluster: Cluster, shop: Shop, round: number): Promise<void> {
  const word = (i: number) => WORDS[(i * 7 + round * 3) % WORDS.length]
  const made = Array.from({ length: 60 }, (_, i) => {
    const id = ((round * 37 + i * 5) % 240) + 1
    const title = [word(i), word(i + 1), word(i * 3 + 2)].slice(0, 1 + (i % 3)).join(' ')
    return {
      id,
      title,
      handle: `p-${id}`,
      body_html: `${word(i + 4)} ${word(i + 5)}`,
      variants: [{ id, price: '9.00' }],
    }
  })
  const unique = [...new Map(made.map((one) => [one.id, one])).values()]
  await cluster.putProducts(round % NODES, shop, unique)
  for (let i = 0; i < 10; i++)
    await cluster.admin(round % NODES, 'DELETE', `/shops/${shop.shop}/products/${((round * 13 + i * 11) % 240) + 1}`)
  // Some nodes read the feed in smaller steps than others.
  for (const n of cluster.nodes.keys()) if ((round + n) % 2 === 0) await cluster.search(n, shop, 'lamp')
  if (round % 5 !== 4) return
  const victim = ((round / 5) % NODES) | 0
  await killNow(cluster.node(victim))
  await cluster.startNode(victim)
}

interface Hit {
  product_id: number
}

const idsOf = (body: Record<string, unknown>) => (body.products as Hit[]).map(({ product_id }) => product_id)

async function answers(cluster: Cluster, n: number, shop: Shop): Promise<string[]> {
  const found: string[] = []
  for (const query of QUERIES) {
    const { body } = await cluster.search(n, shop, query, { pagination: { page: 1, limit: 100 } })
    found.push(idsOf(body).join())
  }
  return found
}

async function continues(cluster: Cluster, shop: Shop): Promise<boolean> {
  const ask = async (n: number, page: number, limit: number) =>
    idsOf((await cluster.search(n, shop, 'lamp', { pagination: { page, limit } })).body)
  const whole = await ask(0, 1, 20)
  return [...(await ask(1, 1, 10)), ...(await ask(2, 2, 10))].join() === whole.join()
}

/** Longer than failed statements are repeated. */
const AWAY_MS = 15_000

export const erasure: Scenario = {
  name: 'erasure',
  shows:
    'A shopper is erased while a node loses the store in the middle of forgetting: it forgets once the store is back.',
  nodes: 2,
  run: eraseDuringLoss,
}

async function eraseDuringLoss(cluster: Cluster): Promise<Finding> {
  const shop = await cluster.newShop('erased', twelve())
  const seen = async (visitor: string, product: number, n: number) => {
    const who = { visitor_id: visitor, client_id: undefined, customer_id: undefined, session_id: `visit-${visitor}` }
    const event = viewed(product)
    await cluster.send(n, shop, sampleEnvelope('product_viewed', Date.now(), { envelope: who, event } as never))
  }
  for (let v = 0; v < 40; v++) for (const step of [0, 1, 2]) await seen(`v${v}`, ((v + step * step) % 12) + 1, v % 2)
  for (const product of [3, 9, 11]) await seen('gone', product, 0)
  await settled(cluster)
  const before = await cluster.tell(1, { modelsOf: shop.shop })
  let isCut = false
  cluster.onSent = (text, link) => {
    if (link !== cluster.links[1] || isCut || !/DELETE FROM snapshots/.test(text)) return
    isCut = true
    link.cut()
  }
  const erased = await cluster.admin(0, 'DELETE', `/shops/${shop.shop}/visitors/gone`)
  const wasCut = await within(20_000, async () => isCut)
  await pause(AWAY_MS)
  cluster.onSent = undefined
  cluster.links[1]?.mend()
  const isForgotten = await within(60_000, async () => {
    await settled(cluster)
    const [one, other] = [
      await cluster.tell(0, { modelsOf: shop.shop }),
      await cluster.tell(1, { modelsOf: shop.shop }),
    ]
    return one === other && other !== before
  })
  return {
    figures: { erased: erased.status, wasCut, isForgotten },
    faults: [
      ...(erased.status === 200 && wasCut ? [] : ['the scenario did not come about']),
      ...(isForgotten ? [] : ['a node still knows the shopper']),
    ],
  }
}

/** Settles twice, because learning after an erasure only starts in the first round. */
async function settled(cluster: Cluster): Promise<void> {
  await cluster.settle()
  await cluster.settle()
}

function twelve(): object[] {
  return Array.from({ length: 12 }, (_, i) => ({
    id: i + 1,
    title: `Thing ${i + 1}`,
    handle: `thing-${i + 1}`,
    variants: [{ id: i + 1, price: '3.00' }],
  }))
}
