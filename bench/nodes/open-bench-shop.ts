import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ADMIN_KEY = `vak_${'B'.repeat(32)}`

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a server from the checkout `code`, by default this one. */
export async function openBenchShop(folder: string, settings: Record<string, string> = {}, code = ROOT) {
  const source = (path: string) => join(code, 'packages/server/src', path)
  const { compose }: typeof import('../../packages/server/src/compose/compose.ts') = await import(
    source('compose/compose.ts')
  )
  const { readConfig }: typeof import('../../packages/server/src/config.ts') = await import(source('config.ts'))
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
