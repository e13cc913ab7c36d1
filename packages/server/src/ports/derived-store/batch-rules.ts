/** Rules that every store applies in the same way to the facts of a batch. */
import type { ExposureFact, Subject, TouchFact, Visit } from './derived-facts.ts'
import type { StoredServe } from './derived-records.ts'
import { type ShopDays, UTC_DAYS } from './shop-days.ts'

const DAY_MS = 86_400_000
/** How long serves are kept; longer than the longest attribution window. */
export const KEEP_SERVES_MS = 100 * DAY_MS
/** How long rows of visits are kept, so that events that arrive some days late join their visit. */
export const KEEP_VISITS_MS = 10 * DAY_MS
/** How long changes of carts are kept. */
export const KEEP_MOVES_MS = 180 * DAY_MS
/** Products kept per subject beyond the current day, most recently touched first. Far more than any list shows. */
export const MAX_PRODUCTS = 500
/** How long rows of searches are kept: reports read single searches of the last month. */
export const KEEP_SEARCHES_MS = 35 * DAY_MS

/** Returns the exposure of a serve. Being served a variant counts as seeing it: some shops send no view events. */
export function exposuresOf({ experience, subjects, atMs }: StoredServe): ExposureFact[] {
  const visitor = subjects.find((subject) => subject.startsWith('visitor:')) ?? subjects[0]
  if (!experience || visitor === undefined) return []
  return [{ experience: experience.id, variant: experience.variant, visitor, atMs }]
}

export function ruleDaysOf(
  serves: readonly StoredServe[],
  days: ShopDays,
): { rule: string; day: number; answers: number }[] {
  const counts = new Map<string, { rule: string; day: number; answers: number }>()
  for (const { rules = [], atMs } of serves) {
    for (const rule of new Set(rules)) {
      const day = days.dayOf(atMs)
      const known = counts.get(`${day} ${rule}`) ?? { rule, day, answers: 0 }
      counts.set(`${day} ${rule}`, { ...known, answers: known.answers + 1 })
    }
  }
  return [...counts.values()].sort((a, b) => a.day - b.day || (a.rule < b.rule ? -1 : 1))
}

export function newestOf(visits: readonly Visit[]): number {
  return visits.reduce((newest, visit) => Math.max(newest, visit.firstAtMs), 0)
}

/** True if a new UTC day has begun, which is when old rows are removed. */
export function isLaterDay(newestAtMs: number, beforeMs: number): boolean {
  return beforeMs > 0 && UTC_DAYS.dayOf(newestAtMs) > UTC_DAYS.dayOf(beforeMs)
}

export function earliest(touches: readonly TouchFact[]): Map<Subject, number> {
  const times = new Map<Subject, number>()
  for (const { subject, atMs } of touches) times.set(subject, Math.min(times.get(subject) ?? atMs, atMs))
  return times
}
