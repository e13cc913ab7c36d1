/** Runs the guide's pixel as the checkout does: in a sandbox without page or storage, called with the platform's events. */
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { DEMO_SHOP } from '@vitrine/contract/demo-shop'
import type { GuideServer } from './guide-server.ts'
import type { ReaderFolder } from './reader-folder.ts'

type Subscriber = (event: object) => Promise<void>

export async function runPixel(folder: ReaderFolder, server: GuideServer, events: readonly object[]): Promise<void> {
  const subscribers: Subscriber[] = []
  const analytics = { subscribe: (_name: string, callback: Subscriber) => subscribers.push(callback) }
  const sandbox = {
    analytics,
    fetch,
    AbortController,
    URL,
    setTimeout,
    clearTimeout,
    crypto,
    navigator: { userAgent: UA },
  }
  runInContext(await bundledPixel(folder, server), createContext(sandbox))
  for (const event of events) for (const callback of subscribers) await callback(event)
}

const UA = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0'

/** The one thing the reader changes: where their service is and what their shop is called. */
async function bundledPixel(folder: ReaderFolder, server: GuideServer): Promise<string> {
  const result = await build({
    entryPoints: [join(folder.path, 'pixel.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'silent',
  })
  const text = result.outputFiles[0]?.text ?? ''
  return text.replaceAll('https://vitrine.example.com', server.url).replaceAll('my-shop.myshopify.com', DEMO_SHOP)
}
