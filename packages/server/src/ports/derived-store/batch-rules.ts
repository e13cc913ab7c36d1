import type { ExposureFact, Subject, TouchFact, Visit } from './derived-facts.ts'
import type { StoredServe } from './derived-records.ts'
import { type ShopDays, UTC_DAYS } from './shop-days.ts'

const DAY_MS = 86_400_000
/** No attribution window is longer. */
export const KEEP_SERVES_MS = 100 * DAY_MS
/** Late events join their visit within this time. */
export const KEEP_VISITS_MS = 10 * DAY_MS
export const KEEP_MOVES_MS = 180 * DAY_MS
/** Limit per subject, in addition to products of the current day. Far more than any list shows. */
export const MAX_PRODUCTS = 500
/** Reports read single searches of the last month. */
export const KEEP_SEARCHES_MS = 35 * DAY_MS

/** Some shops send no view events, so being served a variant counts as seeing it. */
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

/** Old rows are removed when a new UTC day begins. */
export function isLaterDay(newestAtMs: number, beforeMs: number): boolean {
  return beforeMs > 0 && UTC_DAYS.dayOf(newestAtMs) > UTC_DAYS.dayOf(beforeMs)
}

export function earliest(touches: readonly TouchFact[]): Map<Subject, number> {
  const times = new Map<Subject, number>()
  for (const { subject, atMs } of touches) times.set(subject, Math.min(times.get(subject) ?? atMs, atMs))
  return times
}
