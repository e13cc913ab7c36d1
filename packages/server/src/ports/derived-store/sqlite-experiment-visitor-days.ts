import type { DatabaseSync } from 'node:sqlite'
import type { TimeRange } from './derived-records.ts'
import { countByDay } from './experiment-groups.ts'
import type { CountedShop } from './derived-sql.ts'
import type { ShopDays } from './shop-days.ts'

/** Stands for several variants. No variant has an empty key. */
export const SEVERAL_VARIANTS = ''

export interface VisitorSeen {
  variant: string
  firstAtMs: number
}

export interface Experience extends CountedShop {
  experience: string
}

type Firsts = Map<string, number[]>

export function experimentVisitorDays(db: DatabaseSync) {
  const bump = db.prepare(
    `INSERT INTO exposure_days (shop, experience, day, variant, visitors) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET visitors = visitors + excluded.visitors`,
  )
  const empty = db.prepare('DELETE FROM exposure_days WHERE shop = ?')
  const experiences = db.prepare('SELECT DISTINCT experience FROM exposures WHERE shop = ?')
  const counted = db.prepare(
    `SELECT variant, day, visitors FROM exposure_days
     WHERE shop = ? AND experience = ? AND day BETWEEN ? AND ? AND visitors > 0 ORDER BY day`,
  )
  // Visitors whose first exposure is within the range, in the order of the index and of the result.
  const seen = db.prepare(
    `SELECT e.variant, e.first_at AS firstAtMs,
       (SELECT count(*) FROM exposures AS o WHERE o.shop = e.shop AND o.experience = e.experience AND o.visitor = e.visitor) AS variants
     FROM exposures AS e INDEXED BY exposures_by_time
     WHERE e.shop = ?1 AND e.experience = ?2 AND e.first_at BETWEEN ?3 AND ?4 AND NOT EXISTS (
       SELECT 1 FROM exposures AS o WHERE o.shop = e.shop AND o.experience = e.experience AND o.visitor = e.visitor
         AND (o.first_at < e.first_at OR (o.first_at = e.first_at AND o.variant < e.variant)))
     ORDER BY e.first_at`,
  )

  function firstsWithin({ no, experience }: Experience, { fromMs, toMs }: TimeRange): Firsts {
    const firsts: Firsts = new Map()
    for (const row of seen.all(no, experience, fromMs, toMs) as unknown as (VisitorSeen & { variants: number })[]) {
      const variant = row.variants > 1 ? SEVERAL_VARIANTS : row.variant
      const known = firsts.get(variant)
      if (known) known.push(row.firstAtMs)
      else firsts.set(variant, [row.firstAtMs])
    }
    return firsts
  }

  function add(of: Experience, day: number, variant: string, visitors: number): void {
    bump.run(of.no, of.experience, day, variant, visitors)
  }

  return {
    /** `before` and `after` are all exposures of the visitor. */
    change(of: Experience, before: readonly VisitorSeen[], after: readonly VisitorSeen[]): void {
      const [was, is] = [before, after].map((rows) => standing(rows, of.days))
      if (was?.day === is?.day && was?.variant === is?.variant) return
      if (was) add(of, was.day, was.variant, -1)
      if (is) add(of, is.day, is.variant, 1)
    },

    recount(shop: CountedShop): void {
      empty.run(shop.no)
      for (const { experience } of experiences.all(shop.no) as { experience: string }[]) {
        const of = { ...shop, experience }
        for (const [variant, firsts] of firstsWithin(of, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }))
          for (const [day, visitors] of countByDay(firsts, shop.days)) add(of, day, variant, visitors)
      }
    },

    /** Visitors of days that are partly in the range are counted one by one. */
    read(of: Experience, range: TimeRange): Map<string, Map<number, number>> {
      const { days } = of
      const [fromDay, toDay] = [days.dayOf(range.fromMs), days.dayOf(Math.min(range.toMs, LATEST_MS))]
      const cut = [...new Set([fromDay, toDay])].filter((day) => isCut(days, day, range))
      const rows = counted.all(of.no, of.experience, fromDay, toDay) as unknown as DayRow[]
      const whole = rows.filter(({ day }) => !cut.includes(day))
      const parts = cut.flatMap((day) =>
        [...firstsWithin(of, dayWithin(days, day, range))].map(([variant, firsts]) => ({
          variant,
          day,
          visitors: firsts.length,
        })),
      )
      const found = new Map<string, Map<number, number>>()
      for (const { variant, day, visitors } of [...whole, ...parts]) {
        const known = found.get(variant) ?? new Map<number, number>()
        found.set(variant, known.set(day, visitors))
      }
      return found
    },

    /** The times are sorted. */
    firstsOn(of: Experience, day: number, range: TimeRange): Firsts {
      return firstsWithin(of, dayWithin(of.days, day, range))
    },
  }
}

interface DayRow {
  variant: string
  day: number
  visitors: number
}

/** No report asks for later days, whose zone offsets are unknown. */
const LATEST_MS = Date.UTC(3000, 0, 1)

function isCut(days: ShopDays, day: number, { fromMs, toMs }: TimeRange): boolean {
  return days.startOf(day) < fromMs || days.startOf(day + 1) - 1 > toMs
}

function dayWithin(days: ShopDays, day: number, { fromMs, toMs }: TimeRange): TimeRange {
  return { fromMs: Math.max(fromMs, days.startOf(day)), toMs: Math.min(toMs, days.startOf(day + 1) - 1) }
}

/** A visitor who saw several variants counts on the day of the first. */
function standing(rows: readonly VisitorSeen[], days: ShopDays): { variant: string; day: number } | undefined {
  const [only, ...more] = rows
  if (!only) return undefined
  if (more.length === 0) return { variant: only.variant, day: days.dayOf(only.firstAtMs) }
  return { variant: SEVERAL_VARIANTS, day: days.dayOf(Math.min(...rows.map(({ firstAtMs }) => firstAtMs))) }
}
