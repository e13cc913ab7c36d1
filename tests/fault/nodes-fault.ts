/**
 * Tests three nodes under load, with kills, outages, held locks and wrong clocks. Each acknowledged event must be
 * stored once, and all nodes must give the same answers.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { STORE_SCHEMA } from '../../packages/server/src/compose/store-postgres.ts'
import { postgresDerivedStore } from '../../packages/server/src/ports/derived-store/postgres.ts'
import { postgresEventLog } from '../../packages/server/src/ports/event-log/postgres.ts'
import { openPostgres } from '../../packages/server/src/ports/postgres/open-postgres.ts'
import { startTestServer, type TestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { EventLoad, type Target } from './event-load.ts'
import { type ConsistencyReport, checkStoreConsistency } from './check-consistency.ts'
import { type ObjectStore, startObjectStore } from './object-store.ts'
import { isAlive } from './nodes/cluster.ts'
import { createShop, killNow, putProducts, type Server, SHOP, startServer, stopServer, tell } from './server-process.ts'

const NODES = 3
const CONNECTIONS = 8
const LIFE_MS = 3000
/** A transaction may not be idle for this long, so the suspended node loses its locks. */
const STOPPED_MS = 12_000
const LOCKED_MS = 5000
const OBJECTS_AWAY_MS = 60_000
const SKEWS_MS = [90_000, -90_000, 0]

/** Returns true if nothing was lost, counted twice or answered differently. */
export async function nodesFault(kills: number): Promise<boolean> {
  const begunMs = performance.now()
  const postgres = await startTestServer({ fsync: true })
  const objects = await startObjectStore()
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-nodes-'))
  const run = new NodesRun(folder, postgres, objects)
  try {
    await run.begin()
    // This must come first, because an index is published at most every ten minutes.
    await run.killPublisher()
    const objectsBack = withoutObjects(objects)
    for (let kill = 1; kill <= kills; kill++) await run.killOne(`kill ${kill} of ${kills}`)
    await run.during('the object store was gone', () => objectsBack)
    await run.stopOne()
    await run.skewClocks()
    await run.during('a slow writer held the locks of the shop', () => holdLocks(postgres.url))
    await run.during('PostgreSQL was restarted', async () => {
      await postgres.stop()
      await postgres.start()
    })
    await run.during('PostgreSQL was killed', async () => {
      await postgres.kill()
      await postgres.start()
    })
    const { answers, products } = await run.settle()
    const found = await run.checkConsistency()
    const seconds = Math.round((performance.now() - begunMs) / 1000)
    console.log(
      JSON.stringify({ acknowledged: run.load.acknowledged.size, ...found, answers, products, seconds }, null, 2),
    )
    const isGood = isSound(found) && new Set(answers).size === 1 && products.every((count) => count === run.products)
    console.log(
      isGood
        ? `${run.load.acknowledged.size} acknowledged events, each counted once; ${seconds} s`
        : 'FAILED: see above',
    )
    return isGood
  } finally {
    await run.end()
    await objects.stop()
    await postgres.stop()
    for (const path of [folder, postgres.folder]) await rm(path, { recursive: true, force: true })
  }
}

async function withoutObjects({ link }: ObjectStore): Promise<void> {
  link.cut()
  await pause(OBJECTS_AWAY_MS)
  link.mend()
}

/** Acts like a writer that hangs before its commit, so nobody else can write for the shop. */
async function holdLocks(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('BEGIN')
  await client.query('UPDATE vitrine.feeds SET revision = revision + 1 WHERE shop = $1', [SHOP])
  await client.query('SELECT FROM vitrine.log_shops WHERE name = $1 FOR UPDATE', [SHOP])
  await pause(LOCKED_MS)
  await client.query('COMMIT')
  await client.end()
}

function isSound({ lost, repeated, miscounted, rebuildEqual }: ConsistencyReport): boolean {
  return lost === 0 && repeated === 0 && miscounted.length === 0 && rebuildEqual
}

class NodesRun {
  readonly load = new EventLoad()
  products = 0
  readonly #folder: string
  readonly #postgres: TestServer
  readonly #objects: ObjectStore
  readonly #nodes: Server[] = []
  #key = ''

  constructor(folder: string, postgres: TestServer, objects: ObjectStore) {
    this.#folder = folder
    this.#postgres = postgres
    this.#objects = objects
  }

  async begin(): Promise<void> {
    for (let i = 0; i < NODES; i++) this.#nodes.push(await this.#start(i))
    this.#key = await createShop(this.#node(0).url)
  }

  async killOne(name: string): Promise<void> {
    const victim = Math.floor(Math.random() * NODES)
    await this.during(name, async () => killNow(this.#node(victim)))
    this.#nodes[victim] = await this.#start(victim)
  }

  /** Kills a node while it publishes its index. */
  async killPublisher(): Promise<void> {
    // A node that is behind, or whose index another node has published, has nothing to publish.
    for (let tries = 0; tries < 5; tries++) if (await this.#killWhilePublishing()) return
    throw new Error('no node had anything to publish')
  }

  async #killWhilePublishing(): Promise<boolean> {
    const node = this.#node(2)
    let isPublishing = false
    await this.during('a node was killed while it published', async () => {
      const publishing = this.#objects.holdUpload()
      void stopServer(node)
      const gone = once(node.process, 'exit')
      isPublishing = await Promise.race([publishing.then(() => true), gone.then(() => false)])
      node.process.kill('SIGKILL')
      if (isPublishing) await gone
      this.#objects.release()
    })
    this.#nodes[2] = await this.#start(2)
    return isPublishing
  }

  async skewClocks(): Promise<void> {
    const set = async (shifts: readonly number[]) => {
      for (const [i, node] of this.#nodes.entries()) await tell(node, { shiftMs: shifts[i] })
    }
    await this.during('clocks were 90 s ahead and 90 s behind', async () => {
      await set(SKEWS_MS)
      await pause(LIFE_MS)
      await set(SKEWS_MS.map(() => 0))
    })
  }

  /** Suspends a node, whose locks must not stop the others. When it resumes, it must count nothing twice. */
  async stopOne(): Promise<void> {
    const { process: child } = this.#node(1)
    await this.during('a node hung and came back', async () => {
      child.kill('SIGSTOP')
      await pause(STOPPED_MS)
      child.kill('SIGCONT')
    })
  }

  /** Sends load to all nodes and a product to one of them while `happen` runs. */
  async during(name: string, happen: () => Promise<void>): Promise<void> {
    let isOver = false
    const loads = this.#nodes.map((node) => this.load.run(this.#target(node), CONNECTIONS, () => isOver))
    await pause(200 + Math.random() * LIFE_MS)
    const id = ++this.products
    const product = { id, title: `Lamp ${id}`, handle: `lamp-${id}`, variants: [{ id, price: '1.00' }] }
    const writer = this.#node(Math.floor(Math.random() * NODES))
    const written = putProducts(writer.url, [product]).catch(() => undefined)
    await happen()
    isOver = true
    await Promise.all([...loads, written])
    // If the node died, another node takes the product.
    const alive = this.#nodes.find(isAlive)
    await putProducts((alive as Server).url, [product])
    console.log(`${name}: ${this.load.acknowledged.size} events acknowledged so far`)
  }

  /** Returns the answers of each node once it has read everything. */
  async settle(): Promise<{ answers: string[]; products: number[] }> {
    await this.load.finish(this.#target(this.#node(0)))
    // A node without local data must give the same answers.
    this.#nodes.push(await this.#start(NODES))
    await pause(5000)
    const answers: string[] = []
    const products: number[] = []
    for (const node of this.#nodes) {
      const { body, total } = await this.#ask(node)
      answers.push(body)
      products.push(total)
    }
    return { answers, products }
  }

  async checkConsistency(): Promise<ConsistencyReport> {
    for (const node of this.#nodes.splice(0)) await stopServer(node)
    const db = await openPostgres({ url: this.#postgres.url }, STORE_SCHEMA)
    const stores = { log: postgresEventLog(db, ':memory:'), store: postgresDerivedStore(db) }
    const found = await checkStoreConsistency(stores, SHOP, this.load.acknowledged)
    await db.close()
    return found
  }

  async end(): Promise<void> {
    this.load.close()
    for (const node of this.#nodes) if (isAlive(node)) await killNow(node)
  }

  #node(index: number): Server {
    return this.#nodes[index] as Server
  }

  #target({ url }: Server): Target {
    return { url, shop: SHOP, key: this.#key }
  }

  #start(index: number): Promise<Server> {
    const settings = { VITRINE_STORE: this.#postgres.url, VITRINE_SECRET: 's'.repeat(32), ...this.#objects.settings }
    return startServer(join(this.#folder, `node-${index}`), undefined, settings)
  }

  async #ask({ url }: Server): Promise<{ body: string; total: number }> {
    const headers = { 'content-type': 'application/json', 'x-shop': SHOP, authorization: `Bearer ${this.#key}` }
    const search = { query: 'lamp', pagination: { page: 1, limit: 100 } }
    const found = await fetch(`${url}/api/storefront/v1/headless/search`, {
      method: 'POST',
      headers,
      body: JSON.stringify(search),
    })
    const { products } = (await found.json()) as { products: { product_id: number }[] }
    const asked = await fetch(`${url}/api/storefront/v3/headless/init`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ visitor_id: 'v1', client_id: 'c1' }),
    })
    const { visitor } = (await asked.json()) as { visitor: unknown }
    const ids = products.map(({ product_id }) => product_id).toSorted((a, b) => a - b)
    return { body: JSON.stringify({ ids, visitor }), total: ids.length }
  }
}
