/**
 * Loaded first by every process and thread of a mutation run (`NODE_OPTIONS`), including those that the tests start.
 * It replaces the source of the mutated file when it is imported, and ends a process that uses too much CPU time,
 * because a mutant may loop forever. A separate thread measures this, because a loop blocks its own thread, and CPU
 * time is used because the wall clock depends on the machine's load.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread, Worker } from 'node:worker_threads'

/** CPU seconds. No test file needs half of this. */
const LIMIT_CPU_S = 60

const { url, code } = JSON.parse(readFileSync(process.env.VITRINE_MUTANT!, 'utf8'))
registerHooks({
  load: (wanted, context, next) =>
    wanted.split('?')[0] === url ? { format: 'module', source: code, shortCircuit: true } : next(wanted, context),
})

const WATCH = `setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (user + system > ${LIMIT_CPU_S * 1e6}) process.kill(process.pid, 'SIGKILL')
}, 1000)`

if (isMainThread) new Worker(WATCH, { eval: true, execArgv: [], env: {} }).unref()
