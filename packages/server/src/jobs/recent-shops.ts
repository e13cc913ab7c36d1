import type { EventLog } from '../ports/event-log/event-log.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'

const DAY_MS = 86_400_000
/** Shops without visitors for longer than this are not ordered. */
const LOOKED_BACK_DAYS = 30

/** Returns at most `most` shops, those with the most recent visitors first; on the same day, those with the most events. */
export async function recentShops(
  log: Pick<EventLog, 'intakeOn'>,
  shops: readonly ShopId[],
  { most, nowMs }: { most: number; nowMs: number },
): Promise<ShopId[]> {
  if (shops.length <= most) return [...shops]
  const known = new Set(shops)
  const recent = new Set<ShopId>()
  const today = Math.floor(nowMs / DAY_MS)
  for (let day = today; day > today - LOOKED_BACK_DAYS && recent.size < most; day--) {
    const intake = [...(await log.intakeOn(day))].sort(([, a], [, b]) => b.events - a.events)
    for (const [shop] of intake) if (known.has(shop)) recent.add(shop)
  }
  return [...recent.union(known)].slice(0, most)
}
