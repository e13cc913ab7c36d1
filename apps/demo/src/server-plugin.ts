import { fileURLToPath } from 'node:url'
import type { DemoPlugin } from '@vitrine/server/plugin'
import { ensureDemoShop } from './ensure-demo-shop.ts'
import { DemoPictures } from './pictures/demo-pictures.ts'

export const plugin: DemoPlugin = {
  pages: fileURLToPath(new URL('../../storefront/dist', import.meta.url)),
  openPictures: (tools) => new DemoPictures(tools),
  ensureShop: (host, nowMs) => ensureDemoShop(host, nowMs),
}
