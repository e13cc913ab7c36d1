/**
 * `npm run attack [-- --seconds 8] [--only NAME] [--cap 1024] [--embedder local]`
 *
 * Runs every generator of generators.ts, one after another, against a server of its own on the loopback address, and watches it
 * meanwhile from another process. It must hold throughout: `/health` is answered within 100 ms (p99) by its own thread, the process
 * stays below `--cap` MiB of memory, a well-behaved client of another shop has no failed request, and a shopper of the attacked shop on
 * another address loses at most 1 % of their searches, with p99 below 250 ms. On the main port `/health` shares
 * the loop with everything else: it is measured too, and marked where it takes longer. Attackers come from 127.0.0.2 where the
 * system has it. Bounded: each attack has a fixed number of connections and lasts `--seconds`.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { AttackedServer } from './attack-server.ts'
import { ATTACKS, type AttackCounts } from './generators.ts'
import { type Observed, observe, type Times } from './observe.ts'

const HEALTH_P99_MS = 100
/** Limits for the searches of a shopper on another address: share of lost ones, and time of the slowest of the rest. */
const LOST_SHARE = 0.01
const SEARCH_P99_MS = 250

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    only: { type: 'string' },
    cap: { type: 'string', default: '1024' },
    embedder: { type: 'string', default: 'local' },
  },
})
const seconds = Number(values.seconds)
const capMiB = Number(values.cap)
const folder = mkdtempSync(join(tmpdir(), 'vitrine-attack-'))
const children: ChildProcess[] = []

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
  // The run without an attack shows how much the machine has to give; it is no part of the verdict.
  report('nothing', undefined, await observe(server, pid, performance.now() + 3000))
  let held = true
  const localAddress = process.platform === 'linux' ? '127.0.0.2' : undefined
  for (const attack of ATTACKS.filter(({ name }) => values.only === undefined || name === values.only)) {
    console.log(`\n${attack.name}: ${attack.about}`)
    attacker.send({ start: attack.name, server, localAddress })
    const observed = await observe(server, pid, performance.now() + seconds * 1000)
    attacker.send({ stop: true })
    const [counts] = (await once(attacker, 'message')) as [AttackCounts]
    held = report(attack.name, counts, observed) && held
  }
  console.log(held ? '\nall bounds held' : '\na bound did not hold')
  return held
}

function start(file: string, env: Record<string, string>): ChildProcess {
  const child = fork(new URL(file, import.meta.url), { env: { ...process.env, ...env } })
  children.push(child)
  return child
}

function report(name: string, counts: AttackCounts | undefined, observed: Observed): boolean {
  const { health, healthThread, client, shopper, peakMiB } = observed
  if (counts) {
    const statuses = Object.entries(counts.statuses).map(([status, count]) => `${count} × ${status}`)
    console.log(
      `  sent ${counts.requests} requests on ${counts.connections} connections: ${statuses.join(', ') || '–'}`,
    )
  } else console.log('before the attacks')
  const isLate = health.p99Ms > HEALTH_P99_MS
  console.log(`  /health, main port  ${describe(health)}${isLate ? `  (above ${HEALTH_P99_MS} ms)` : ''}`)
  console.log(`  /health, own thread ${describe(healthThread)}`)
  console.log(`  client beside it    ${describe(client)}, ${client.failures.length} failed`)
  console.log(`  shopper of the shop ${describe(shopper)}, ${shopper.failures.length} lost`)
  console.log(`  memory              at most ${peakMiB} MiB (cap ${capMiB})`)
  console.log(`  machine             ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}`)
  const faults = [
    healthThread.p99Ms > HEALTH_P99_MS ? `/health p99 above ${HEALTH_P99_MS} ms` : '',
    peakMiB > capMiB ? 'memory above its cap' : '',
    shopper.failures.length > LOST_SHARE * shopper.count
      ? `${shopper.failures.length} of ${shopper.count} searches lost: ${[...new Set(shopper.failures)].slice(0, 3).join('; ')}`
      : '',
    shopper.p99Ms > SEARCH_P99_MS ? `searches p99 above ${SEARCH_P99_MS} ms` : '',
    client.failures.length > 0 ? `failed beside it: ${[...new Set(client.failures)].slice(0, 5).join('; ')}` : '',
  ].filter(Boolean)
  for (const fault of faults) console.log(`  BROKEN during ${name}: ${fault}`)
  return faults.length === 0
}

function describe({ count, p50Ms, p99Ms, maxMs }: Times): string {
  const ms = (value: number) => value.toFixed(1).padStart(6)
  return `p50 ${ms(p50Ms)} ms, p99 ${ms(p99Ms)} ms, max ${ms(maxMs)} ms of ${count}`
}
