/**
 * The demo shop is a separate package, found by its name if it is installed. This file defines the interface between it
 * and the server as types, so that neither loads the other's code.
 */
import { createRequire } from 'node:module'
import type { ShopConfigInput } from '@vitrine/contract'

const DEMO = '@vitrine/demo'

export interface DemoPlugin {
  pages: string
  openPictures(lent: PictureTools): DemoPictures
  /** Creates the demo shop if there is no shop at all. Returns whether anything had to be done. */
  ensureShop(host: DemoHost, nowMs: number): Promise<boolean>
}

export interface PictureTools {
  folder: string
  svgToWebp(svg: string, options: { quality: number }): Promise<Uint8Array>
}

export interface DemoPictures {
  /**
   * Returns the picture at `/demo/images/….webp`, with or without an origin; undefined if there is none. 'when idle'
   * draws it once no shopper waits for another one.
   */
  find(address: string, width?: number, when?: 'now' | 'when idle'): Promise<DemoPicture | undefined>
}

export interface DemoPicture {
  bytes: Uint8Array
  etag: string
}

/** Services of the server for the demo shop. Every call can be repeated. */
export interface DemoHost {
  listShops(): Promise<string[]>
  hasKey(text: string): Promise<boolean>
  putConfig(config: ShopConfigInput): Promise<void>
  putProducts(products: readonly { handle: string }[]): Promise<void>
  /** Stores events and the serves they refer to, both oldest first. */
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
