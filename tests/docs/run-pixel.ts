/** Runs what Shopify runs for a shop: pixels in a sandbox without page or storage, and the theme's snippet. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { DEMO_SHOP, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import { REPOSITORY } from './code-blocks.ts'
import type { GuideServer } from './guide-server.ts'
import type { ReaderFolder } from './reader-folder.ts'

type Subscriber = (event: object) => Promise<void>

const SHOPIFY = join(REPOSITORY, 'docs/shopify')
const UA = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0'
const SANDBOX = { fetch, AbortController, URL, setTimeout, clearTimeout, crypto, navigator: { userAgent: UA } }

/** Runs the guide's custom pixel with the URL and the shop that a reader would enter. */
export async function runPixel(folder: ReaderFolder, server: GuideServer, events: readonly object[]): Promise<void> {
  const { analytics, send } = platformEvents()
  const text = await bundled({ entryPoints: [join(folder.path, 'pixel.ts')] })
  const own = text.replaceAll('https://vitrine.example.com', server.url).replaceAll('my-shop.myshopify.com', DEMO_SHOP)
  runInContext(own, createContext({ ...SANDBOX, analytics }))
  await send(events)
}

/** Runs the pixel as an app extension. */
export async function runExtension({ url: baseUrl }: GuideServer, events: readonly object[]): Promise<void> {
  const { analytics, send } = platformEvents()
  const settings = { baseUrl, shop: DEMO_SHOP, apiKey: DEMO_STOREFRONT_KEY }
  const stored = new Map<string, string>()
  const localStorage = {
    getItem: async (name: string) => stored.get(name) ?? null,
    setItem: async (name: string, value: string) => stored.set(name, value),
  }
  let registered: Promise<void> | undefined
  const register = (extend: (api: object) => Promise<void>) => {
    registered = extend({ analytics, settings, browser: { localStorage } })
  }
  const text = await bundled({ entryPoints: [join(SHOPIFY, 'web-pixel/src/index.js')], plugins: [shopifyModule] })
  runInContext(text, createContext({ ...SANDBOX, register }))
  await registered
  await send(events)
}

/** Runs the snippet on a product page with consent, and returns what is stored with the cart. */
export async function runSnippet({ url }: GuideServer, productId: number): Promise<{ _vitrine_visitor?: string }> {
  const liquid: [RegExp, string][] = [
    [/\{% comment %\}[\s\S]*\{% endcomment %\}|<\/?script[^>]*>|\{%.*?%\}/g, ''],
    [/\{\{ "vitrine-client.js" \| asset_url \}\}/, '@vitrine/client'],
    [/\{\{ "vitrine-events.js" \| asset_url \}\}/, '@vitrine/client/events'],
    [/\{\{ shop\.permanent_domain \| json \}\}/, JSON.stringify(DEMO_SHOP)],
    [/\{\{ settings\.vitrine_storefront_key \| json \}\}/, JSON.stringify(DEMO_STOREFRONT_KEY)],
    [/\{\{ settings\.vitrine_url \| json \}\}/, JSON.stringify(url)],
    [/\{\{ product\.id \| json \}\}/, String(productId)],
    [/\{\{ cart\.currency\.iso_code \| json \}\}/, '"USD"'],
    [/\{\{ routes\.cart_update_url \}\}/, '/cart/update'],
    [/\{\{.*?\}\}/g, '1'],
  ]
  const snippet = readFileSync(join(SHOPIFY, 'theme/vitrine-events.liquid'), 'utf8')
  const contents = liquid.reduce((text, [from, to]) => text.replace(from, to), snippet)
  const cart: { _vitrine_visitor?: string } = {}
  const ask = (address: string, init: RequestInit) => {
    if (address !== '/cart/update.js') return fetch(address, init)
    Object.assign(cart, JSON.parse(String(init.body)).attributes)
    return Promise.resolve(new Response('{}'))
  }
  const page = {
    window: { Shopify: { customerPrivacy: { analyticsProcessingAllowed: () => true } } },
    document: { addEventListener: () => {}, title: 'A product' },
    location: new URL('https://shop.example/products/a'),
    screen: { width: 1280, height: 900 },
  }
  const text = await bundled({ stdin: { contents, resolveDir: REPOSITORY } })
  runInContext(text, createContext({ ...SANDBOX, ...page, fetch: ask }))
  return cart
}

function platformEvents() {
  const subscribers: Subscriber[] = []
  return {
    analytics: { subscribe: (_name: string, callback: Subscriber) => subscribers.push(callback) },
    async send(events: readonly object[]) {
      for (const event of events) for (const callback of subscribers) await callback(event)
    },
  }
}

/** Shopify provides this module to extensions. */
const shopifyModule: Plugin = {
  name: 'shopify',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@shopify\/web-pixels-extension$/ }, ({ path }) => ({ path, namespace: 'shopify' }))
    onLoad({ filter: /./, namespace: 'shopify' }, () => ({ contents: 'export const register = globalThis.register' }))
  },
}

async function bundled(options: BuildOptions): Promise<string> {
  const result = await build({ ...options, bundle: true, write: false, format: 'iife', logLevel: 'silent' })
  return result.outputFiles?.[0]?.text ?? ''
}
