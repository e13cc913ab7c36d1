/** Runs in each worker before its tests. A mutant may loop for ever: the process may use only so much processor time. */
import { spawnSync } from 'node:child_process'
import { isMainThread } from 'node:worker_threads'
import fc from 'fast-check'

const LIMIT_CPU_S = 45

// A mistake that forty examples do not show is not what the property is there for.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 40 })

if (isMainThread && process.platform === 'linux')
  spawnSync('prlimit', ['--pid', `${process.pid}`, `--cpu=${LIMIT_CPU_S}`])
