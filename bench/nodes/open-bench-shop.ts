import { compose } from '../../packages/server/src/compose/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'

export const ADMIN_KEY = `vak_${'B'.repeat(32)}`

/** Starts the whole server on the folder; `settings` override the defaults. */
export async function openBenchShop(folder: string, settings: Record<string, string> = {}) {
  const vitrine = await compose(
    readConfig({
      PORT: '0',
      VITRINE_DATA: folder,
      VITRINE_DEMO: 'off',
      VITRINE_ADMIN_KEY: ADMIN_KEY,
      VITRINE_EMBEDDER: 'none',
      VITRINE_RATE_LIMIT: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    }),
  )
  const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
  await vitrine.start()
  return { vitrine, url }
}
