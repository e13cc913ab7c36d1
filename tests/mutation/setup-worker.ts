/**
 * Runs in each worker before its tests. A mutant may loop for ever: the process may use only so much processor time. A thread
 * watches it, for a loop lets nothing else run; the clock would say nothing on a busy machine.
 */
import { isMainThread, Worker } from 'node:worker_threads'
import fc from 'fast-check'

const LIMIT_CPU_S = 45

// A mistake that forty examples do not show is not what the property is there for.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 40 })

const WATCH = `setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (user + system > ${LIMIT_CPU_S} * 1e6) process.kill(process.pid, 'SIGKILL')
}, 1000)`

if (isMainThread) new Worker(WATCH, { eval: true, execArgv: [] }).unref()
