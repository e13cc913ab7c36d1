/**
 * Loaded first by every process and thread of a mutation run (`NODE_OPTIONS`), also by those that the tests start.
 * Replaces the source of the mutated file when it is imported, and ends a process that takes too much processor time,
 * because a mutant may loop for ever. A thread watches, since a loop lets nothing else run; the wall clock would say
 * nothing on a busy machine.
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
