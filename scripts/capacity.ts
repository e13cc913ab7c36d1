/** Writes docs/guides/capacity.md from bench/results/nodes.json. A test compares the page with the results. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NodesResult } from '../bench/nodes/bench-nodes.ts'
import { ROOT } from './read-lockfile.ts'

export const CAPACITY_PAGE = join(ROOT, 'docs/guides/capacity.md')

type Figures = NodesResult['runs'][number]

const RATES = [1000, 10_000, 50_000]
/** A visit of ten events has one search and two recommendation requests. */
const SEARCHES_PER_EVENT = 0.1
const RECOMMENDATIONS_PER_EVENT = 0.2
/** Cores of a node, and the share of them for normal load. The rest is for peaks and failed nodes. */
const NODE_CORES = 4
const BUSY = 0.6

/** Returns undefined if there are no results of `npm run bench -- nodes`. */
export function capacityPage(): string | undefined {
  const path = join(ROOT, 'bench/results/nodes.json')
  if (!existsSync(path)) return undefined
  const result = JSON.parse(readFileSync(path, 'utf8')) as NodesResult
  const parts = [introduction(result), measured(result), ...held(result), arithmetic(result), NOT_IN_IT]
  return `${parts.join('\n\n')}\n`
}

function introduction({ command, cores, products, date }: NodesResult): string {
  return `# Capacity: how many nodes for how many events

This page is written by \`npm run measurements\` from [bench/results/nodes.json](../../bench/results/nodes.json), which \`${command}\` made on ${date}: one shop
with ${whole(products)} products, without vectors, on a machine with ${cores} shared cores that also ran PostgreSQL and the clients. So read the CPU per
request; the rates are what was left of ${cores} cores. More nodes on one machine share its cores: they show what a request costs when
several nodes work on one store, not how much faster several machines are. Measure on your own machine with the same command.`
}

function measured({ runs }: NodesResult): string {
  const rows = runs
    .filter(({ store }) => store !== 'SQLite before')
    .map((one) => [
      one.store,
      String(one.nodes),
      one.workload,
      whole(one.cpuMicros),
      one.store === 'SQLite' ? '–' : whole(one.storeCpuMicros),
      one.restPercent.toFixed(1),
      whole(one.perSecond),
      one.p50Ms.toFixed(1),
      one.p99Ms.toFixed(1),
    ])
  const head = [
    'Store',
    'Nodes',
    'Requests',
    'CPU µs',
    'CPU µs in PostgreSQL',
    'At rest %',
    'A second',
    'p50 ms',
    'p99 ms',
  ]
  return `## What was measured

CPU is per request: of all nodes together until what it caused is derived and learnt, and of PostgreSQL. What each node uses without requests, mostly by
asking the store what others changed, is the column at rest, in percent of a core, and not part of the other two. An event includes its commit, deriving it, and
feeding it to the models of the shop's home node. A search includes what is recorded of its answer.

${table(head, rows)}`
}

function held({ holdings }: NodesResult): string[] {
  if (!holdings) return []
  const rows = holdings
    .filter(({ store }) => store !== 'SQLite before')
    .map((one) => [
      one.store,
      String(one.nodes),
      whole(one.residentMib),
      one.store === 'SQLite' ? '–' : String(one.connections),
      whole(one.startMs),
      whole(one.startCpuMs),
    ])
  const head = ['Store', 'Nodes', 'MiB a node', 'Connections a node', 'Start ms', 'Start CPU ms']
  const text = `## What a node takes

Memory and connections are those of the largest node after all requests. A start lasts from the process until it finds products of every shop.

${table(head, rows)}`
  return [text]
}

function arithmetic({ runs }: NodesResult): string {
  const most = Math.max(...runs.map(({ nodes }) => nodes))
  const of = (workload: Figures['workload']) =>
    runs.find((one) => one.nodes === most && one.workload === workload) as Figures
  const [event, search, recommendation] = [of('events'), of('searches'), of('recommendations')]
  const perEvent = (cpu: (one: Figures) => number) =>
    cpu(event) + SEARCHES_PER_EVENT * cpu(search) + RECOMMENDATIONS_PER_EVENT * cpu(recommendation)
  const [node, store] = [perEvent((one) => one.cpuMicros), perEvent((one) => one.storeCpuMicros)]
  const rows = RATES.map((rate) => {
    const [nodeCores, storeCores] = [(rate * node) / 1e6, (rate * store) / 1e6]
    const nodes = Math.ceil(nodeCores / (NODE_CORES * BUSY))
    return [whole(rate), nodeCores.toFixed(1), whole(nodes), storeCores.toFixed(1), (storeCores / BUSY).toFixed(1)]
  })
  const head = ['Events a second', 'Cores of nodes', `Nodes of ${NODE_CORES} cores`, 'Cores of PostgreSQL', 'with room']
  const sum = (cpu: (one: Figures) => number, result: number) =>
    `${whole(cpu(event))} + ${SEARCHES_PER_EVENT} × ${whole(cpu(search))} + ${RECOMMENDATIONS_PER_EVENT} × ${whole(cpu(recommendation))} = ${whole(result)} µs`
  return `## What follows

With PostgreSQL and ${most} nodes, and for ten events one search and two lists of recommendations, an event with what goes with it costs

- on the nodes ${sum((one) => one.cpuMicros, node)}
- in PostgreSQL ${sum((one) => one.storeCpuMicros, store)}

Cores are events a second times that, divided by a million. Nodes are planned to be ${BUSY * 100} % busy: cores ÷ (${NODE_CORES} × ${BUSY}), rounded up; the same room is
left to PostgreSQL in the last column.

${table(head, rows)}

A shop is derived and learnt by its home node; other nodes that hold it load what that node learned.
One shop's events are derived one chunk after the other: a single shop cannot use more than one core for that, however many nodes there are.`
}

const NOT_IN_IT = `## What is not in it

Vectors: embedding queries and pictures takes a model, and its CPU is on the page of [measurements](measurements.md). Memory: a node holds
\`VITRINE_SHOPS_IN_MEMORY\` shops, and an index grows with its products. Disk and network of PostgreSQL, and a synchronous standby, which adds a round trip to
every commit but no CPU on the nodes.`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
