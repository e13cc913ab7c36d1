/** The demo shop is a separate package. These types let neither side load the other's code. */
import { createRequire } from 'node:module'
import type { ShopConfigInput } from '@vitrine/contract'

const DEMO = '@vitrine/demo'

export interface DemoPlugin {
  pages: string
  openPictures(lent: PictureTools): DemoPictures
  /** Does nothing if there is any shop. Returns whether it created one. */
  ensureShop(host: DemoHost, nowMs: number): Promise<boolean>
}

export interface PictureTools {
  folder: string
  svgToWebp(svg: string, options: { quality: number }): Promise<Uint8Array>
}

export interface DemoPictures {
  /** `address` may have an origin. 'when idle' waits until no shopper waits for another picture. */
  find(address: string, width?: number, when?: 'now' | 'when idle'): Promise<DemoPicture | undefined>
}

export interface DemoPicture {
  bytes: Uint8Array
  etag: string
}

/** Services for the demo shop. Every call can be repeated. */
export interface DemoHost {
  listShops(): Promise<string[]>
  hasKey(text: string): Promise<boolean>
  putConfig(config: ShopConfigInput): Promise<void>
  putProducts(products: readonly { handle: string }[]): Promise<void>
  /** Stores events and serves, both oldest first. */
  putHistory(part: { events: readonly PastEvent[]; serves: readonly PastServe[] }, nowMs: number): Promise<void>
  issueKey(kind: 'storefront' | 'admin', text: string, nowMs: number): Promise<void>
}

export interface PastEvent {
  event: { timestamp: string }
}

export interface PastServe {
  surface: 'search' | 'section'
  requestId: string
  sectionServeId?: string
  atMs: number
  visitorId: string | null
  clientId: string | null
  market: string
  locale: string
  section?: string
  recommendationType?: string
  experience?: { id: string; variant: string } | null
  query?: string
  total?: number
  products: { productId: number; position: number; step?: string }[]
}

export function isDemoInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve(DEMO)
    return true
  } catch {
    return false
  }
}

export async function loadDemoPlugin(): Promise<DemoPlugin> {
  return ((await import(DEMO)) as { plugin: DemoPlugin }).plugin
}
