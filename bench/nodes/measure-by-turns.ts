import { setTimeout as pause } from 'node:timers/promises'
import type { NextRequest } from '../ingest/event-bodies.ts'
import { driveLoad, type LoadResult } from '../ingest/drive-load.ts'
import { nodeCpuMicros } from './bench-node.ts'
import type { Deployment, StoreName } from './deployment.ts'
import { type Workload, workloads } from './workloads.ts'

const IDLE_MS = 2000
const TURNS = 5

export interface Figures {
  store: StoreName
  nodes: number
  workload: Workload
  perSecond: number
  /** CPU per request, of all nodes together. */
  cpuMicros: number
  storeCpuMicros: number
  storeStatements: number
  /** Percent of one core that each node needs without requests. Other figures do not include it. */
  restPercent: number
  p50Ms: number
  p99Ms: number
  refused: number
}

export interface Load {
  /** Requests and connections per node. */
  requests: number
  connections: number
  /** True if every node gets requests for every shop. */
  isSpread: boolean
}

export async function measureByTurns(
  deployments: readonly Deployment[],
  workload: Workload,
  load: Load,
): Promise<Figures[]> {
  const runs = deployments.map((deployment) => new Run(deployment, workload, load))
  for (const run of runs) await run.warm()
  for (let turn = 0; turn < TURNS; turn++) for (const run of runs) await run.turn()
  return runs.map(({ figures }) => figures)
}

interface Flow {
  url: URL
  next: NextRequest
}

interface Used {
  node: number
  store: number
  sent: number
  ms: number
}

const NOTHING: Used = { node: 0, store: 0, sent: 0, ms: 0 }

class Run {
  readonly #deployment: Deployment
  readonly #workload: Workload
  readonly #plan: Load
  readonly #flows: readonly Flow[]
  readonly #results: LoadResult[] = []
  #rest = NOTHING
  #busy = NOTHING

  constructor(deployment: Deployment, workload: Workload, plan: Load) {
    const { nodes, shops } = deployment
    this.#deployment = deployment
    this.#workload = workload
    this.#plan = plan
    this.#flows = shops.flatMap((shop, n) =>
      (plan.isSpread ? nodes : [nodes[n % nodes.length]!]).map(({ url }): Flow => {
        return { url, next: workloads(shop)[workload](url.host) }
      }),
    )
  }

  async warm(): Promise<void> {
    await this.#load(this.#plan.requests)
    await this.#settle()
  }

  async turn(): Promise<void> {
    // Nodes poll the store for changes by others, with or without requests.
    this.#rest = await this.#used(this.#rest, () => pause(IDLE_MS))
    this.#busy = await this.#used(this.#busy, async () => {
      this.#results.push(...(await this.#load(this.#plan.requests / TURNS)))
      await this.#settle()
    })
  }

  get figures(): Figures {
    const [rest, busy, results] = [this.#rest, this.#busy, this.#results]
    const { store, nodes } = this.#deployment
    const answered = sum(results, (one) => one.answered)
    const perRequest = (of: keyof Used) => Math.max(0, (busy[of] - (rest[of] / rest.ms) * busy.ms) / answered)
    return {
      ...{ store, nodes: nodes.length, workload: this.#workload },
      perSecond: Math.round(sum(results, (one) => one.perSecond) / TURNS),
      cpuMicros: Math.round(perRequest('node')),
      storeCpuMicros: Math.round(perRequest('store')),
      storeStatements: round(perRequest('sent')),
      restPercent: round((100 * rest.node) / (1000 * rest.ms) / nodes.length),
      p50Ms: round(Math.max(...results.map((one) => one.p50Ms))),
      p99Ms: round(Math.max(...results.map((one) => one.p99Ms))),
      refused: sum(results, (one) => one.refused),
    }
  }

  #load(requests: number): Promise<LoadResult[]> {
    const perFlow = (ofNode: number) =>
      Math.max(1, Math.round((ofNode * this.#deployment.nodes.length) / this.#flows.length))
    const loads = this.#flows.map(({ url, next }) => {
      let left = perFlow(requests)
      return driveLoad(url, next, { connections: perFlow(this.#plan.connections), until: () => --left < 0 })
    })
    return Promise.all(loads)
  }

  async #settle(): Promise<void> {
    await Promise.all(this.#deployment.nodes.map((node) => node.ask('settle')))
  }

  /** Adds the resources that `work` has used to those of `before`. */
  async #used(before: Used, work: () => Promise<unknown>): Promise<Used> {
    const { nodes, meter } = this.#deployment
    const now = async () => ({
      node: await nodeCpuMicros(nodes),
      store: meter?.cpuMicros() ?? 0,
      sent: (await meter?.sent()) ?? 0,
      ms: performance.now(),
    })
    const begun = await now()
    await work()
    const ended = await now()
    const added = (of: keyof Used) => before[of] + ended[of] - begun[of]
    return { node: added('node'), store: added('store'), sent: added('sent'), ms: added('ms') }
  }
}

function sum(results: readonly LoadResult[], of: (one: LoadResult) => number): number {
  return results.reduce((all, one) => all + of(one), 0)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
