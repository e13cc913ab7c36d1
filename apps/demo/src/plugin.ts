import { fileURLToPath } from 'node:url'
import type { DemoPlugin } from '@vitrine/server/plugin'
import { ensureDemoShop } from './ensure-demo-shop.ts'
import { DemoPictures } from './pictures/demo-pictures.ts'

/** Everything that the server uses of this package, once it has found the package by name. */
export const plugin: DemoPlugin = {
  pages: fileURLToPath(new URL('../../storefront/dist', import.meta.url)),
  openPictures: (tools) => new DemoPictures(tools),
  ensureShop: (host, nowMs) => ensureDemoShop(host, nowMs),
}
