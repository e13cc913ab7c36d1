import type { ShopId } from '../record-store/record-store.ts'

/** Stock of one item at one place, as last reported. */
export interface StockLevel {
  location: number
  available: number
}

/**
 * Remembers what it takes to apply webhooks once and in the right order: the platform repeats them, and delivers late ones after
 * newer ones. Durable once resolved.
 */
export interface WebhookMemory {
  isSeen(shop: ShopId, webhookId: string): Promise<boolean>
  /** After the webhook took effect. Ids older than a week are forgotten: the platform stops repeating after two days. */
  markSeen(shop: ShopId, webhookId: string, nowMs: number): Promise<void>
  /** Remembers that `object` (`product 12`) stood as of that moment. Answers false, and changes nothing, when a later moment is known. */
  advance(shop: ShopId, object: string, atMs: number): Promise<boolean>
  /** The item's levels after this one, one per place; undefined when a later report of this place is known. */
  putLevel(shop: ShopId, item: number, level: StockLevel, atMs: number): Promise<StockLevel[] | undefined>
  drop(shop: ShopId): Promise<void>
  close(): Promise<void>
}
