import type { ShopId } from '../record-store/record-store.ts'

/** The latest reported stock of an item at one location. */
export interface StockLevel {
  location: number
  available: number
}

/** The platform repeats webhooks, and may deliver an older one after a newer one. Durable once resolved. */
export interface WebhookMemory {
  isSeen(shop: ShopId, webhookId: string): Promise<boolean>
  /** Must be called after the webhook was applied. Ids are kept for a week; the platform repeats for two days. */
  markSeen(shop: ShopId, webhookId: string, nowMs: number): Promise<void>
  /** `object` is text such as `product 12`. Returns false if a later report is known. */
  advance(shop: ShopId, object: string, atMs: number): Promise<boolean>
  /** Returns all levels of the item; undefined if a later report of this location is known. */
  putLevel(shop: ShopId, item: number, level: StockLevel, atMs: number): Promise<StockLevel[] | undefined>
  drop(shop: ShopId): Promise<void>
  close(): Promise<void>
}
