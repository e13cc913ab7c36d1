/** The demo shop. Its code is loaded only where the demo is on, so production never loads it. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { DemoShopDeps } from '../demo/ensure-demo-shop.ts'

/** Models look at small pictures. */
const EMBEDDED_PICTURE_WIDTH = 320

export type Demo = Awaited<ReturnType<typeof loadDemo>>

export async function loadDemo(config: Config) {
  const [{ DemoPictures }, { ensureDemoShop }] = await Promise.all([
    import('../demo/demo-pictures.ts'),
    import('../demo/ensure-demo-shop.ts'),
  ])
  const pictures = new DemoPictures(join(config.dataFolder, 'demo-images'))
  return {
    pictures,
    pictureToEmbed: async (url: string) => (await pictures.find(url, EMBEDDED_PICTURE_WIDTH, 'when idle'))?.bytes,
    ensureShop: (deps: DemoShopDeps, nowMs: number) => ensureDemoShop(deps, nowMs),
  }
}
