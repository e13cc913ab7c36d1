/**
 * Starts one node with the embedded store, or several on one PostgreSQL (`VITRINE_TEST_NODES=2`). Other nodes see a
 * write with some delay, so `readYourWrites` makes each node do at once what its timer does.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, type ComposeOptions, type Vitrine } from '../../packages/server/src/compose/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { cheapPasswords } from '../../packages/server/src/features/access/testing/cheap-passwords.ts'
import { testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { startBalancer } from './balancer.ts'

export interface Nodes {
  url: string
  nodes: readonly Vitrine[]
  close(): Promise<void>
}

export async function startNodes(env: Record<string, string>, options: ComposeOptions): Promise<Nodes> {
  const count = nodeCount(env)
  const store = count === 0 ? {} : await sharedStore(env.VITRINE_DATA)
  const folders = await Promise.all(Array.from({ length: Math.max(1, count) }, (_, n) => folderOf(env.VITRINE_DATA, n)))
  const nodes: Vitrine[] = []
  const urls: string[] = []
  for (const folder of folders) {
    const node = await compose(readConfig({ ...store, PORT: '0', ...env, VITRINE_DATA: folder }), {
      passwords: cheapPasswords(),
      ...options,
    })
    urls.push(await node.app.server.listen({ port: 0, host: '127.0.0.1' }))
    await node.start()
    nodes.push(node)
  }
  const close = async () => {
    for (const node of nodes) await node.close()
    if (env.VITRINE_DATA !== undefined) return
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  if (count === 0) return { url: urls[0] as string, nodes, close }
  const balancer = await startBalancer(urls)
  alternateRequests(balancer.url, nodes)
  return {
    url: balancer.url,
    nodes,
    async close() {
      await balancer.close()
      await close()
    },
  }
}

/** Returns 0 for the embedded store. Tests of rate limits get one node, because each node has its own limits. */
function nodeCount(env: Record<string, string>): number {
  const asked = Number(process.env.VITRINE_TEST_NODES ?? 0)
  const isLimited = env.VITRINE_RATE_LIMIT !== undefined || env.VITRINE_ADDRESS_RATE_LIMIT !== undefined
  return isLimited ? Math.min(asked, 1) : asked
}

const storesOfFolders = new Map<string, string>()

/** A data folder that is started again has its previous database. */
async function sharedStore(folder: string | undefined): Promise<Record<string, string>> {
  const url = (folder !== undefined && storesOfFolders.get(folder)) || (await testDatabase())
  if (folder !== undefined) storesOfFolders.set(folder, url)
  return { VITRINE_STORE: url, VITRINE_SECRET: 's'.repeat(32) }
}

async function folderOf(given: string | undefined, node: number): Promise<string> {
  if (given === undefined) return mkdtemp(join(tmpdir(), 'vitrine-test-'))
  return node === 0 ? given : `${given}-${node}`
}

/** Resolves when every node has processed all events and the changes of other nodes. */
export async function settleNodes(nodes: readonly Vitrine[]): Promise<void> {
  for (const node of nodes) await node.events.settle()
  if (nodes.length < 2) return
  for (const node of nodes) await node.watch?.runOnce()
  for (const node of nodes) await node.events.settle()
}

/** Resolves when every node has read and indexed the changes of the others. */
export async function readYourWrites(nodes: readonly Vitrine[]): Promise<void> {
  for (const node of nodes) {
    await node.watch?.runOnce()
    for (const { id } of node.index.loaded()) {
      const shop = await node.records.getShop(id)
      if (shop) await node.index.waitFor(shop, await node.records.lastChange(id))
    }
  }
}

const balanced = new Map<string, readonly Vitrine[]>()

/** Each request opens its own connection, and each write becomes visible to all nodes. */
function alternateRequests(url: string, nodes: readonly Vitrine[]): void {
  if (balanced.size === 0) globalThis.fetch = fetchInTurn(globalThis.fetch)
  balanced.set(url, nodes)
}

/** With `connection: close`, the server could close the connection while a larger body is being sent. */
const SHORT_BODY = 100_000
const WRITES = /^\/(api\/admin|webhooks)\//

/** Nodes write serves after 50 ms and counts after seconds, but here another node is asked sooner. */
async function writeNow({ events }: Vitrine): Promise<void> {
  await events.serves.flush()
  await events.storedOutcomes.store()
  await events.storeCounts()
}

function fetchInTurn(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
    const nodes = balanced.get(origin)
    if (!nodes) return fetch(input, init)
    const { method = 'GET', headers, body } = input instanceof Request ? input : init
    const isShort = body === undefined || body === null || (typeof body === 'string' && body.length < SHORT_BODY)
    const connection = isShort ? 'close' : 'keep-alive'
    const answer = await fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(headers)), connection } })
    if (method !== 'GET' && WRITES.test(pathname)) await readYourWrites(nodes)
    await Promise.all(nodes.map(writeNow))
    return answer
  }
}
