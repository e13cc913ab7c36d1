/**
 * Measures CPU per request with SQLite on one node and with PostgreSQL on one to three nodes, then memory, connections
 * and a start. Each node gets the same load. Each shop has one node; with `--spread`, it uses all nodes. Deployments
 * take turns, because other work on the machine affects CPU. `--before` adds older code, on SQLite.
 */
import { cpus } from 'node:os'
import { readOptions, saveResult } from '../bench.ts'
import { type Deployment, deploy, type Holdings } from './deployment.ts'
import { type Figures, measureByTurns } from './measure-by-turns.ts'
import { WORKLOADS } from './workloads.ts'

const ALL_NODES = '1,2,3'

export interface NodesResult {
  command: string
  date: string
  cores: number
  products: number
  runs: Figures[]
  holdings?: Holdings[]
}

const USAGE =
  'npm run bench -- nodes [--requests 8000] [--products 2000] [--connections 48] [--nodes 1,2,3] [--only events,searches,recommendations] [--spread] [--before FOLDER]'

export async function run(args: string[]): Promise<void> {
  const defaults = { requests: 8000, products: 2000, connections: 48, nodes: ALL_NODES, only: WORKLOADS.join() }
  const values = readOptions(args, { ...defaults, spread: false, before: '' }, USAGE)
  const { requests, products, connections, spread: isSpread, before } = values
  const only = WORKLOADS.filter((workload) => values.only.split(',').includes(workload))
  const deployments: Deployment[] = []
  const runs: Figures[] = []
  const holdings: Holdings[] = []
  try {
    if (!isSpread) deployments.push(await deploy('SQLite', 1, { products }))
    if (before !== '') deployments.push(await deploy('SQLite before', 1, { products, code: before }))
    for (const nodes of values.nodes.split(',').filter(Boolean))
      deployments.push(await deploy('PostgreSQL', Number(nodes), { products }))
    for (const workload of only) {
      const measured = await measureByTurns(deployments, workload, { requests, connections, isSpread })
      for (const figures of measured) print(figures)
      printRatios(measured)
      runs.push(...measured)
    }
    for (const deployment of deployments) holdings.push(await deployment.atEnd())
    for (const one of holdings) printHoldings(one)
  } finally {
    for (const deployment of deployments) await deployment.end()
  }
  // A partial result must not replace a complete one.
  if (only.length < WORKLOADS.length || values.nodes !== ALL_NODES) return
  const command = `npm run bench -- nodes --requests ${requests} --products ${products}${isSpread ? ' --spread' : ''}`
  const date = new Date().toISOString().slice(0, 10)
  const result: NodesResult = { command, date, cores: cpus().length, products, runs, holdings }
  saveResult(isSpread ? 'nodes-spread' : 'nodes', result)
}

/** Prints CPU per request relative to one node. The target is at most 1.2. */
function printRatios(runs: readonly Figures[]): void {
  const shared = runs.filter((one) => one.store === 'PostgreSQL')
  const total = (one: Figures | undefined) => (one ? one.cpuMicros + one.storeCpuMicros : Number.NaN)
  const words = shared.map((one) => `× ${one.nodes}: ${(total(one) / total(shared[0])).toFixed(2)}`)
  if (words.length > 0) console.log(`CPU per request of ${shared[0]?.workload} beside one node: ${words.join(', ')}`)
}

function print(figures: Figures): void {
  const { store, nodes, workload, perSecond, cpuMicros, storeCpuMicros, storeStatements, p50Ms, p99Ms, refused } =
    figures
  const inStore = store === 'PostgreSQL' ? ` + ${storeCpuMicros} in PostgreSQL for ${storeStatements} statements` : ''
  const cpu = `${String(cpuMicros).padStart(5)} µs CPU${inStore}`
  const name = `${store} × ${nodes}, ${workload}`.padEnd(34)
  console.log(
    `${name} ${String(perSecond).padStart(6)}/s ${cpu}  p50 ${p50Ms} p99 ${p99Ms} ms${refused ? `  refused ${refused}` : ''}`,
  )
}

function printHoldings({ store, nodes, residentMib, connections, startMs, startCpuMs }: Holdings): void {
  const start = `a start ${startMs} ms, ${startCpuMs} ms CPU`
  console.log(`${store} × ${nodes}: at most ${residentMib} MiB and ${connections} connections a node; ${start}`)
}
