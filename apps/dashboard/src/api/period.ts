import type { Period } from '@vitrine/client/admin'

const DAY_MS = 86_400_000

export function todayIn(timeZone: string, nowMs = Date.now()): string {
  return new Intl.DateTimeFormat('sv', { timeZone }).format(nowMs)
}

export function periods(today: string, days: number): { now: Period; before: Period } {
  const shift = (by: number) => new Date(Date.parse(`${today}T00:00:00Z`) - by * DAY_MS).toISOString().slice(0, 10)
  return { now: { from: shift(days - 1), to: today }, before: { from: shift(2 * days - 1), to: shift(days) } }
}

/** Returns one entry per day of the period; `day` is undefined on days on which nothing happened. */
export function everyDay<Day extends { date: string }>({ from, to }: Required<Period>, days: readonly Day[]) {
  const known = new Map(days.map((day) => [day.date, day]))
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10)
    return { date, day: known.get(date) }
  })
}
