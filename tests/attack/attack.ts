/** Runs the attacks one by one, from 127.0.0.2 if that address exists, and observes the server from another process. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments, refuseArguments } from '../read-arguments.ts'
import { SAVING } from '../../packages/server/src/cli/save-memory.ts'
import type { AttackedServer } from './attack-server.ts'
import { ATTACKS, type AttackCounts } from './generators.ts'
import { type Observed, observe, type Times } from './observe.ts'

const USAGE = `npm run attack -- [--seconds 8] [--only NAME] [--cap 1024] [--embedder local]
  --seconds N      how long each attack lasts (default 8)
  --only NAME      one of: ${ATTACKS.map(({ name }) => name).join(', ')}
  --cap MIB        memory that the server may take (default 1024)
  --embedder NAME  local or none (default local)`
const { values } = readArguments(USAGE, {
  options: {
    seconds: { type: 'string', default: '8' },
    only: { type: 'string' },
    cap: { type: 'string', default: '1024' },
    embedder: { type: 'string', default: 'local' },
  },
})
const seconds = Number(values.seconds)
const capMiB = Number(values.cap)
const attacks = ATTACKS.filter(({ name }) => values.only === undefined || name === values.only)
if (attacks.length === 0) refuseArguments(USAGE, `there is no attack ${values.only}`)
if (!(seconds > 0 && capMiB > 0)) refuseArguments(USAGE, '--seconds and --cap must be numbers above 0')
const folder = mkdtempSync(join(tmpdir(), 'vitrine-attack-'))
const children: ChildProcess[] = []

interface Bar {
  about: string
  most: number
  unit: string
  measure: (observed: Observed) => number
  /** The limit applies only to this attack; if absent, to all. */
  during?: string
}

const BARS: readonly Bar[] = [
  {
    about: 'searches lost by a shopper of the shop on another address',
    ...{ most: 1, unit: '%', measure: ({ shopper }) => (100 * shopper.failures.length) / Math.max(1, shopper.count) },
  },
  { about: 'p99 of these searches', most: 250, unit: 'ms', measure: ({ shopper }) => shopper.p99Ms },
  { about: '/health p99, own thread', most: 100, unit: 'ms', measure: ({ healthThread }) => healthThread.p99Ms },
  {
    about: '/health p99, main port',
    ...{ most: 100, unit: 'ms', measure: ({ health }) => health.p99Ms, during: 'waiting games' },
  },
  { about: 'failed requests of another shop', most: 0, unit: '', measure: ({ client }) => client.failures.length },
  { about: 'memory', most: capMiB, unit: 'MiB', measure: ({ peakMiB }) => peakMiB },
]

try {
  process.exitCode = (await attackAll()) ? 0 : 1
} finally {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

async function attackAll(): Promise<boolean> {
  const serverProcess = start('attack-server.ts', {
    PORT: '0',
    VITRINE_DATA: folder,
    VITRINE_DEMO: 'off',
    VITRINE_ADMIN_KEY: `vak_${'A'.repeat(32)}`,
    VITRINE_EMBEDDER: values.embedder,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  })
  const [server] = (await once(serverProcess, 'message')) as [AttackedServer]
  const attacker = start('attack-process.ts', {})
  await once(attacker, 'message')
  const pid = serverProcess.pid as number
  // The run without an attack shows what the machine can do, and counts for no limit.
  report('nothing', undefined, await observe(server, pid, performance.now() + 3000))
  const seen = new Map<string, Observed>()
  const localAddress = process.platform === 'linux' ? '127.0.0.2' : undefined
  for (const attack of attacks) {
    console.log(`\n${attack.name}: ${attack.about}`)
    attacker.send({ start: attack.name, server, localAddress })
    const observed = await observe(server, pid, performance.now() + seconds * 1000)
    attacker.send({ stop: true })
    const [counts] = (await once(attacker, 'message')) as [AttackCounts]
    seen.set(attack.name, observed)
    report(attack.name, counts, observed)
  }
  return judge(seen)
}

function judge(seen: ReadonlyMap<string, Observed>): boolean {
  console.log('')
  const held = BARS.flatMap(({ about, most, unit, measure, during }) => {
    const measured = [...seen].filter(([name]) => during === undefined || name === during)
    const [worst] = measured
      .map(([name, observed]) => ({ name, value: measure(observed) }))
      .toSorted((a, b) => b.value - a.value)
    if (!worst) return []
    const holds = worst.value <= most
    const value = Number(worst.value.toFixed(1))
    console.log(`${holds ? 'PASS' : 'FAIL'}  ${about}: ${value} ${unit} (at most ${most}), during ${worst.name}`)
    return [holds]
  })
  return held.every(Boolean)
}

/** Starts the process with the same flags as `vitrine serve`, because memory use depends on them. */
function start(file: string, env: Record<string, string>): ChildProcess {
  const { environment, execArgv } = SAVING
  const child = fork(new URL(file, import.meta.url), { env: { ...environment, ...process.env, ...env }, execArgv })
  children.push(child)
  return child
}

function report(name: string, counts: AttackCounts | undefined, observed: Observed): void {
  const { health, healthThread, client, shopper, peakMiB } = observed
  if (counts) {
    const statuses = Object.entries(counts.statuses).map(([status, count]) => `${count} × ${status}`)
    console.log(
      `  sent ${counts.requests} requests on ${counts.connections} connections: ${statuses.join(', ') || '–'}`,
    )
  } else console.log('before the attacks')
  console.log(`  /health, main port  ${describe(health)}`)
  console.log(`  /health, own thread ${describe(healthThread)}`)
  console.log(`  client beside it    ${describe(client)}, ${client.failures.length} failed`)
  console.log(`  shopper of the shop ${describe(shopper)}, ${shopper.failures.length} lost`)
  console.log(`  memory              at most ${peakMiB} MiB`)
  console.log(`  machine             ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}`)
  const failures = [...new Set([...shopper.failures, ...client.failures])].slice(0, 5)
  if (failures.length > 0) console.log(`  failed during ${name}: ${failures.join('; ')}`)
}

function describe({ count, p50Ms, p99Ms, maxMs }: Times): string {
  const ms = (value: number) => value.toFixed(1).padStart(6)
  return `p50 ${ms(p50Ms)} ms, p99 ${ms(p99Ms)} ms, max ${ms(maxMs)} ms of ${count}`
}
