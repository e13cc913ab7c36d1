/**
 * Every process and thread of a mutation run loads this first. It replaces the mutated file, and ends a process that
 * loops forever: another thread measures CPU time, because a loop blocks its own thread.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread, Worker } from 'node:worker_threads'

/** No test file needs half of this CPU time. */
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
