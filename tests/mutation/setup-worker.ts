/**
 * Runs in each worker before every test file. A mutant may loop for ever: a file may use only so much processor time. A thread
 * watches, for a loop lets nothing else run; the clock would say nothing on a busy machine.
 */
import { isMainThread, Worker } from 'node:worker_threads'
import fc from 'fast-check'

/** No test file takes half of it. */
const LIMIT_CPU_S = 60

// A mistake that forty examples do not show is not what the property is there for.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 40 })

const WATCH = `const { workerData } = require('node:worker_threads')
setInterval(() => {
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1e6 - workerData[0] > ${LIMIT_CPU_S}) process.kill(process.pid, 'SIGKILL')
}, 1000)`

/** Processor time of the process when the test file began, shared with the thread that watches. */
interface Watched {
  mutationWatch?: Float64Array
}

if (isMainThread) {
  const shared = globalThis as Watched
  if (shared.mutationWatch === undefined) {
    shared.mutationWatch = new Float64Array(new SharedArrayBuffer(8))
    new Worker(WATCH, { eval: true, execArgv: [], workerData: shared.mutationWatch }).unref()
  }
  const { user, system } = process.cpuUsage()
  shared.mutationWatch[0] = (user + system) / 1e6
}
