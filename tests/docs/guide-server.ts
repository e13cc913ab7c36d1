/** Starts the demo shop with a short history, so that it starts quickly. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../../packages/server/src/compose/compose.ts'
import { demoHost } from '../../packages/server/src/compose/demo.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { DEMO_ADMIN_KEY } from '@vitrine/contract/demo-shop'
import { ensureDemoShop } from '@vitrine/demo'

export interface GuideServer {
  url: string
  dataFolder: string
  close(): Promise<void>
}

const SIZE = { historyDays: 14, historyVisits: 250 }

/** `settings` are added to the environment. */
export async function startGuideServer(settings: Record<string, string> = {}): Promise<GuideServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-guides-data-'))
  const vitrine = await compose(
    readConfig({
      PORT: '0',
      VITRINE_DATA: dataFolder,
      VITRINE_DEMO: 'on',
      VITRINE_ADMIN_KEY: DEMO_ADMIN_KEY,
      VITRINE_EMBEDDER: 'none',
      LOG_LEVEL: 'silent',
      ...settings,
    }),
  )
  const shops = { store: vitrine.records }
  const host = demoHost({ shops, keys: vitrine.keys, history: vitrine.events.history })
  await ensureDemoShop(host, Date.now(), SIZE)
  const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
  await vitrine.start()
  return {
    url,
    dataFolder,
    async close() {
      await vitrine.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
