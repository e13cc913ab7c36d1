import { setTimeout as pause } from 'node:timers/promises'
import { collectEverywhere, collectWhenIdle } from '@vitrine/worker-rpc'
import { compose, type Vitrine } from './compose/compose.ts'
import { BadSetting, type Config, readConfig } from './config.ts'
import { startHealthListener } from './http/health-listener.ts'
import { inviteFirstOwner } from './invite-first-owner.ts'
import { DataFolderInUse } from './ports/data-folder/data-folder.ts'
import { StoreUnusable } from './ports/postgres/store-unusable.ts'
import { isDataFault } from './ports/sqlite/database.ts'
import { startFailure } from './start-failure.ts'
import { terminalLog } from './terminal-log.ts'

/** A longer stop counts as hung. With the default drain time, this is before platforms kill a process after 30 s. */
const STOP_WITHIN_MS = 20_000

export async function serve(env: Record<string, string | undefined>): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(env)
    const vitrine = await compose(config, process.stdout.isTTY ? { logTo: terminalLog(process.stdout) } : {})
    stopOnSignals(vitrine)
    await listen(vitrine)
    collectWhenIdle()
  } catch (error) {
    const sentence = isExpected(error) ? error.message : config && startFailure(error, config)
    if (sentence === undefined) throw error
    process.stderr.write(`${sentence}\n`)
    process.exitCode = 1
  }
}

async function listen(vitrine: Vitrine): Promise<void> {
  const { config, app, log } = vitrine
  try {
    const url = await app.server.listen({ port: config.port, host: config.host })
    if (config.healthPort !== null) {
      const { port } = await startHealthListener({ host: config.host, port: config.healthPort })
      log.info({ port }, 'health is also answered on a port of its own')
    }
    log.info({ url, region: config.region, role: config.role }, 'listening')
    await vitrine.start()
    // The models that load next need the memory that the start used.
    collectEverywhere()
    if (config.role !== 'edge' && !config.demo) await inviteFirstOwner(vitrine, config.publicUrl ?? url, process.stdout)
    const dashboard = config.role === 'edge' ? {} : { dashboard: `${url}/dashboard/` }
    log.info({ ...(config.demo ? { demo: `${url}/demo/` } : {}), ...dashboard, api: `${url}/docs/` }, 'ready')
  } catch (error) {
    await vitrine.close()
    throw error
  }
}

function stopOnSignals(vitrine: Vitrine): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    vitrine.log.info({ signal }, 'stopping')
    const isStarting = vitrine.startup.waitingFor.length > 0
    // Whoever pressed Ctrl+C does not want to wait for a load balancer.
    const drainMs = isStarting || signal === 'SIGINT' ? 0 : 1000 * vitrine.config.drainSeconds
    setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS).unref()
    vitrine.drain()
    if (drainMs > 0) await pause(drainMs)
    // Interrupting a start loses nothing: its steps can be repeated. Only the model's thread must end by itself,
    // because it would end the process with an error.
    vitrine.startup.stop()
    await (isStarting ? vitrine.vectors.close() : vitrine.close())
    vitrine.log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** True if the operator can fix the cause. Then only a sentence is shown, without a stack. */
function isExpected(error: unknown): error is Error {
  const isUnusable = error instanceof DataFolderInUse || error instanceof StoreUnusable
  return error instanceof BadSetting || isUnusable || isDataFault(error)
}
