import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { type BenchNode, nodeCpuMicros, startNode } from './bench-node.ts'
import { meterStore, type StoreMeter, STORE_SETTINGS } from './store-meter.ts'
import { type BenchShop, createShop, untilFound } from './workloads.ts'

const SHOPS = 6

export type StoreName = 'SQLite' | 'SQLite before' | 'PostgreSQL'

export interface Deployment {
  store: StoreName
  nodes: BenchNode[]
  shops: readonly BenchShop[]
  meter: StoreMeter | undefined
  /** Call this after all requests. */
  atEnd(): Promise<Holdings>
  end(): Promise<void>
}

export interface Holdings {
  store: StoreName
  nodes: number
  /** Memory of the largest node. */
  residentMib: number
  /** Connections of the node that has the most. */
  connections: number
  /** Time until a starting node finds products, with the files of earlier runs. */
  startMs: number
  startCpuMs: number
}

export async function deploy(
  store: StoreName,
  count: number,
  { products, code }: { products: number; code?: string | undefined },
): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-nodes-'))
  const postgres = store === 'PostgreSQL' ? await startTestServer({ fsync: true, settings: STORE_SETTINGS }) : undefined
  const meter = postgres && (await meterStore(postgres))
  const nodes: BenchNode[] = []
  const shops: BenchShop[] = []
  const start = (n: number) => startNode(join(folder, `node-${n}`), postgres?.url, code)
  const end = async () => {
    for (const { child } of nodes) child.kill('SIGKILL')
    await meter?.close()
    await postgres?.stop()
    for (const one of [folder, postgres?.folder]) if (one) rmSync(one, { recursive: true, force: true })
  }
  const atEnd = async () => {
    const resident = (await Promise.all(nodes.map((node) => node.ask('memory')))) as number[]
    const connections = (await meter?.connectionsPerNode()) ?? [0]
    await nodes[0]!.stop()
    const begunMs = performance.now()
    const again = await start(0)
    nodes[0] = again
    for (const shop of shops) await untilFound(again.url, shop)
    return {
      ...{ store, nodes: count, residentMib: Math.round(Math.max(...resident) / 2 ** 20) },
      ...{ connections: Math.max(...connections), startMs: Math.round(performance.now() - begunMs) },
      startCpuMs: Math.round((await nodeCpuMicros([again])) / 1000),
    }
  }
  try {
    for (let n = 0; n < count; n++) nodes.push(await start(n))
    for (let n = 0; n < SHOPS; n++) shops.push(await createShop(nodes, `bench-${n}.myshopify.com`, products))
    return { store, nodes, shops, meter, atEnd, end }
  } catch (error) {
    await end()
    throw error
  }
}
