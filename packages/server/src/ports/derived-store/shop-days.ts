/** Zone offsets are cached, because reading one takes as long as deriving an event. */

const DAY_MS = 86_400_000
/** No zone is further from UTC. */
const FARTHEST_MS = DAY_MS
/** About ten years. */
const KEPT_DAYS = 4000

export interface ShopDays {
  /** Returns days since 1970-01-01 in the shop's time zone. */
  dayOf(atMs: number): number
  /** First millisecond of the day; for a day that the zone skipped, of the next day. */
  startOf(day: number): number
}

const zones = new Map<string, ShopDays>()

/** An unknown zone is treated as UTC, so that reports work if the system drops a name. */
export function shopDays(zone: string): ShopDays {
  const known = zones.get(zone)
  if (known) return known
  const days = zone === 'UTC' ? UTC_DAYS : zoneDays(zone)
  zones.set(zone, days)
  return days
}

export const UTC_DAYS: ShopDays = {
  dayOf: (atMs) => Math.floor(atMs / DAY_MS),
  startOf: (day) => day * DAY_MS,
}

/** Within one UTC day, `before` applies up to `changeMs` and `after` from then on. */
interface Offsets {
  before: number
  changeMs: number
  after: number
}

function zoneDays(zone: string): ShopDays {
  const offsetAt = offsetReader(zone)
  if (!offsetAt) return UTC_DAYS
  const kept = new Map<number, Offsets>()

  function offsetsOf(utcDay: number): Offsets {
    const known = kept.get(utcDay)
    if (known) return known
    if (kept.size >= KEPT_DAYS) kept.clear()
    const offsets = readOffsets(offsetAt!, utcDay * DAY_MS)
    kept.set(utcDay, offsets)
    return offsets
  }

  function dayOf(atMs: number): number {
    const { before, changeMs, after } = offsetsOf(Math.floor(atMs / DAY_MS))
    return Math.floor((atMs + (atMs < changeMs ? before : after)) / DAY_MS)
  }

  function startOf(day: number): number {
    const middle = day * DAY_MS
    return firstMs(middle - FARTHEST_MS, middle + FARTHEST_MS, (atMs) => dayOf(atMs) >= day)
  }

  return { dayOf, startOf }
}

/** Assumes that clocks change at most once a day. */
function readOffsets(offsetAt: (atMs: number) => number, startMs: number): Offsets {
  const endMs = startMs + DAY_MS
  const before = offsetAt(startMs)
  const after = offsetAt(endMs - 1)
  if (before === after) return { before, changeMs: endMs, after }
  return { before, changeMs: firstMs(startMs, endMs, (atMs) => offsetAt(atMs) !== before), after }
}

function firstMs(fromMs: number, toMs: number, holds: (atMs: number) => boolean): number {
  let low = fromMs
  let high = toMs
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function offsetReader(zone: string): ((atMs: number) => number) | undefined {
  const format = formatOf(zone)
  if (!format) return undefined
  return (atMs) => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
    const [hour, minute, second] = [part('hour'), part('minute'), part('second')]
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), hour, minute, second)
    return local - Math.floor(atMs / 1000) * 1000
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const number = 'numeric' as const
  const time = { hour: number, minute: number, second: number, hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, year: number, month: number, day: number, ...time })
  } catch {
    return undefined
  }
}
