/** Measures requests over HTTP, compared with a server that answers the same bytes without any work. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { driveLoad } from '../ingest/drive-load.ts'
import { canPin } from '../ingest/start-contender.ts'
import { readOptions, saveResult } from '../bench.ts'
import { type ShopUnderLoad, type Workload, workloadsOf } from './workloads.ts'

const USAGE = `npm run bench -- serve [--sizes 0,100000] [--seconds 4] [--connections 8] [--hybrid] [--data FOLDER] [--only TEXT]
  --sizes LIST     products of the generated shop; 0 is the demo shop
  --hybrid         waits until the demo shop has its vectors, and measures hybrid search too
  --data FOLDER    of the demo shop: kept, so that the next run has the vectors already
  --only TEXT      workloads whose name holds this`

interface Figures {
  workload: string
  requestsPerSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  cpuMicros: number
  bareCpuMicros: number
  /** CPU of a search in the engine alone, without its caches. */
  engineCpuMicros?: number
  answerBytes: number
  refused: number
}

interface Target extends ShopUnderLoad {
  url: string
  shop: string
  key: string
}

export async function run(args: string[]): Promise<void> {
  const values = readOptions(
    args,
    { sizes: '0,100000', seconds: 4, connections: 8, only: '', data: '', hybrid: false },
    USAGE,
  )
  const bare = await start('./bare-server.ts', [])
  const results: Record<string, Figures[]> = {}
  for (const size of values.sizes.split(',').map(Number))
    results[size === 0 ? 'demo' : String(size)] = await measureShop(bare, {
      size,
      embedder: values.hybrid && size === 0 ? 'local' : 'none',
      data: size === 0 && values.data !== '' ? values.data : undefined,
      only: values.only,
      plan: { seconds: values.seconds, connections: values.connections },
    })
  bare.child.kill('SIGKILL')
  // A partial result must not replace a complete one.
  if (values.only !== '') return
  const command = `npm run bench -- serve --sizes ${values.sizes} --seconds ${values.seconds}${values.hybrid ? ' --hybrid' : ''}`
  saveResult('serve', { command, date: new Date().toISOString(), ...results })
}

interface Measured {
  /** Zero means the demo shop. */
  size: number
  embedder: string
  data: string | undefined
  only: string
  plan: Plan
}

async function measureShop(bare: Running<{ url: string }>, measured: Measured): Promise<Figures[]> {
  const { size, embedder, data, only, plan } = measured
  const settings = [String(size), embedder, ...(data === undefined ? [] : [data])]
  const server = await start<Target>('./served-shop.ts', settings)
  const residentMb = Math.round(((await server.ask('resident')) as number) / 2 ** 20)
  console.log(`${size === 0 ? 'demo' : size}: resident ${residentMb} MB`)
  const results: Figures[] = []
  for (const workload of workloadsOf(server.hello).filter(({ name }) => name.includes(only))) {
    const figures = await measure(server, bare, workload, workload.alone ? { ...plan, connections: 1 } : plan)
    results.push(figures)
    print(figures)
  }
  server.child.kill('SIGKILL')
  return results
}

interface Running<T> {
  child: ChildProcess
  hello: T
  ask(message: unknown): Promise<unknown>
}

/** Pins the server to one core, so that rates are per core. */
async function start<T extends { url: string }>(file: string, args: string[]): Promise<Running<T>> {
  const node = [process.execPath, '--max-old-space-size=6000', new URL(file, import.meta.url).pathname, ...args]
  const command = canPin() ? ['taskset', '-c', '0', ...node] : node
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ask = async (message: unknown) => {
    const answered = once(child, 'message')
    child.send(message as never)
    return (await answered)[0] as unknown
  }
  return { child, hello: (await once(child, 'message'))[0] as T, ask }
}

function unpin({ pid }: ChildProcess): void {
  if (canPin()) execFileSync('taskset', ['-a', '-c', '-p', `0-${availableParallelism() - 1}`, String(pid)])
}

interface Plan {
  seconds: number
  connections: number
}

async function measure(
  server: Running<Target>,
  bare: Running<{ url: string }>,
  workload: Workload,
  plan: Plan,
): Promise<Figures> {
  const { hello } = server
  const bytes = await firstAnswer(hello, workload)
  await bare.ask({ answer: bytes })
  if (workload.alone) unpin(server.child)
  const engineCpuMicros = workload.beside === 'engine' ? await engineAlone(server, workload) : undefined
  const ours = await drive(server, requestsOf(hello.url, hello, workload), plan)
  const theirs = await drive(bare, requestsOf(bare.hello.url, hello, workload), plan)
  return {
    workload: workload.name,
    requestsPerSecond: Math.round(ours.perSecond),
    p50Ms: round(ours.p50Ms),
    p95Ms: round(ours.p95Ms),
    p99Ms: round(ours.p99Ms),
    cpuMicros: Math.round(ours.cpuMicros),
    bareCpuMicros: Math.round(theirs.cpuMicros),
    ...(engineCpuMicros === undefined ? {} : { engineCpuMicros }),
    answerBytes: Buffer.byteLength(bytes),
    refused: ours.refused,
  }
}

async function drive(running: Running<{ url: string }>, requests: readonly Buffer[], plan: Plan) {
  const url = new URL(running.hello.url)
  let at = 0
  const next = () => requests[at++ % requests.length]!
  const load = (ms: number) => {
    const untilMs = performance.now() + ms
    return driveLoad(url, next, { connections: plan.connections, until: () => performance.now() > untilMs })
  }
  await load(plan.seconds * 400)
  const before = (await running.ask('cpu')) as NodeJS.CpuUsage
  const result = await load(plan.seconds * 1000)
  const after = (await running.ask('cpu')) as NodeJS.CpuUsage
  const used = after.user + after.system - before.user - before.system
  return { ...result, cpuMicros: used / result.answered }
}

const MAX_RECORDED = 200

async function engineAlone(server: Running<Target>, workload: Workload): Promise<number> {
  await server.ask('record')
  for (const body of workload.bodies.slice(0, MAX_RECORDED))
    await firstAnswer(server.hello, { ...workload, bodies: [body] })
  return Math.round((await server.ask('engine')) as number)
}

async function firstAnswer({ url, shop, key }: Target, { path, bodies }: Workload): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'x-shop': shop, 'content-type': 'application/json' },
    body: JSON.stringify(bodies[0]),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
  return text
}

function requestsOf(url: string, { shop, key }: Target, { path, bodies }: Workload): Buffer[] {
  return bodies.map((body) => {
    const text = JSON.stringify(body)
    const head = [
      `POST ${path} HTTP/1.1`,
      `host: ${new URL(url).host}`,
      `authorization: Bearer ${key}`,
      `x-shop: ${shop}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
    ]
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
  })
}

function print(measured: Figures): void {
  const { workload, requestsPerSecond, cpuMicros, bareCpuMicros, engineCpuMicros, p50Ms, p95Ms, p99Ms, refused } =
    measured
  const engine = engineCpuMicros === undefined ? '' : `, engine alone ${engineCpuMicros}`
  const figures = `${String(requestsPerSecond).padStart(6)}/s  ${String(cpuMicros).padStart(5)} µs CPU (bare ${bareCpuMicros}${engine})`
  console.log(
    `  ${workload.padEnd(26)} ${figures}  p50 ${p50Ms} p95 ${p95Ms} p99 ${p99Ms} ms${refused ? `  refused ${refused}` : ''}`,
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
