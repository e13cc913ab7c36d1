const DAY_MS = 86_400_000
/** Assumed days between purchases of a product, which count as one observed interval. */
const TYPICAL_DAYS = 45

export interface Purchase {
  item: number
  atMs: number
}

export interface DueItem {
  item: number
  times: number
  lastMs: number
  /** Time since the last purchase, in intervals: 1 is due, more is overdue. */
  due: number
}

export function rankRepurchases(purchases: readonly Purchase[], nowMs: number): DueItem[] {
  const byItem = new Map<number, number[]>()
  for (const { item, atMs } of purchases) byItem.set(item, [...(byItem.get(item) ?? []), atMs])
  const due = Array.from(byItem, ([item, times]) =>
    dueItem(
      item,
      times.sort((a, b) => a - b),
      nowMs,
    ),
  )
  return due.sort((a, b) => dueness(b) - dueness(a) || b.lastMs - a.lastMs || a.item - b.item)
}

function dueness({ times, due }: DueItem): number {
  const ripe = due <= 1 ? due : Math.max(0, 2 - due / 2)
  return Math.round(ripe * (times > 1 ? 1.5 : 1) * 1000)
}

function dueItem(item: number, times: readonly number[], nowMs: number): DueItem {
  const last = times[times.length - 1]
  const gaps = times.length - 1
  const observedDays = gaps > 0 ? (last - times[0]) / gaps / DAY_MS : 0
  const expectedDays = (gaps * observedDays + TYPICAL_DAYS) / (gaps + 1)
  return { item, times: times.length, lastMs: last, due: (nowMs - last) / DAY_MS / Math.max(1, expectedDays) }
}
