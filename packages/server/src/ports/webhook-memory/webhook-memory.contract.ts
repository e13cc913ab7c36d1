import { describe, expect, it } from 'vitest'
import type { WebhookMemory } from './webhook-memory.ts'

const shop = 'a.myshopify.com'
const other = 'b.myshopify.com'
const DAY_MS = 86_400_000

export function webhookMemoryContract(name: string, open: () => Promise<WebhookMemory>): void {
  describe(`${name} as a WebhookMemory`, () => {
    it('recognizes a marked id for a week, in its own shop', async () => {
      const memory = await open()
      expect(await memory.isSeen(shop, 'w1')).toBe(false)
      await memory.markSeen(shop, 'w1', 0)
      expect([await memory.isSeen(shop, 'w1'), await memory.isSeen(other, 'w1')]).toEqual([true, false])
      await memory.markSeen(shop, 'w2', 6 * DAY_MS)
      expect(await memory.isSeen(shop, 'w1')).toBe(true)
      await memory.markSeen(shop, 'w3', 8 * DAY_MS)
      expect(await memory.isSeen(shop, 'w1')).toBe(false)
    })

    it('advances only to the same or a later time', async () => {
      const memory = await open()
      expect(await memory.advance(shop, 'product 1', 10)).toBe(true)
      expect(await memory.advance(shop, 'product 1', 9)).toBe(false)
      expect(await memory.advance(shop, 'product 1', 10)).toBe(true)
      expect(await memory.advance(other, 'product 1', 1)).toBe(true)
    })

    it('keeps the latest level per location', async () => {
      const memory = await open()
      expect(await memory.putLevel(shop, 5, { location: 1, available: 3 }, 10)).toEqual([{ location: 1, available: 3 }])
      expect(await memory.putLevel(shop, 5, { location: 2, available: 4 }, 5)).toEqual([
        { location: 1, available: 3 },
        { location: 2, available: 4 },
      ])
      expect(await memory.putLevel(shop, 5, { location: 1, available: 9 }, 9)).toBeUndefined()
    })

    it('removes only a dropped shop', async () => {
      const memory = await open()
      await memory.markSeen(shop, 'w1', 0)
      await memory.markSeen(other, 'w1', 0)
      await memory.drop(shop)
      expect([await memory.isSeen(shop, 'w1'), await memory.isSeen(other, 'w1')]).toEqual([false, true])
    })
  })
}
