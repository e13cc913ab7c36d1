/** Reads the environment, starts, stops on signals. */
import { compose, type Vitrine } from './compose.ts'
import { BadSetting, readConfig } from './config.ts'
import { DataFolderInUse } from './ports/data-folder.ts'
import { DataTooNew } from './ports/sqlite/database.ts'

/** After this long a stop is no longer waited for. */
const STOP_WITHIN_MS = 10_000

export async function serve(env: Record<string, string | undefined>): Promise<void> {
  try {
    const vitrine = await compose(readConfig(env))
    stopOnSignals(vitrine)
    await listen(vitrine)
  } catch (error) {
    if (!isExpected(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

async function listen(vitrine: Vitrine): Promise<void> {
  const { config, app, log } = vitrine
  try {
    const url = await app.server.listen({ port: config.port, host: config.host })
    log.info({ url, region: config.region, role: config.role }, 'listening')
    await vitrine.start()
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
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await vitrine.close()
    vitrine.log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** What the operator can mend: one sentence, no stack. */
function isExpected(error: unknown): error is Error {
  if (error instanceof BadSetting || error instanceof DataFolderInUse || error instanceof DataTooNew) return true
  const code = (error as { code?: string }).code
  return code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL'
}
