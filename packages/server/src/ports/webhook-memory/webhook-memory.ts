import type { ShopId } from '../record-store/record-store.ts'

/** Stock of one item at one location, as last reported. */
export interface StockLevel {
  location: number
  available: number
}

/**
 * Stores what is needed to apply webhooks once and in the right order: the platform repeats them, and may deliver an
 * older one after a newer one. Durable once resolved.
 */
export interface WebhookMemory {
  isSeen(shop: ShopId, webhookId: string): Promise<boolean>
  /** Call this after the webhook was applied. Ids are kept for a week; the platform stops repeating after two days. */
  markSeen(shop: ShopId, webhookId: string, nowMs: number): Promise<void>
  /** Stores the time of the latest report about `object` (`product 12`). Returns false if a later one is known. */
  advance(shop: ShopId, object: string, atMs: number): Promise<boolean>
  /** Stores the level and returns all levels of the item; undefined if a later report of this location is known. */
  putLevel(shop: ShopId, item: number, level: StockLevel, atMs: number): Promise<StockLevel[] | undefined>
  drop(shop: ShopId): Promise<void>
  close(): Promise<void>
}
