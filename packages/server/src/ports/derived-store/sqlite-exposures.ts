/** Reports add up whole days (`exposure_days`) and read single visitors only if they ordered, or for partial days. */
import type { DatabaseSync } from 'node:sqlite'
import type { Conversion, ExposureFact } from './derived-facts.ts'
import type { ExperimentGroup, ExperimentOutcomes, ExperimentQuery, TimeRange } from './derived-records.ts'
import { buyersAmongFirst, buyersByVariant, type VisitorOrder, withBuyers } from './experiment-groups.ts'
import type { CountedShop } from './derived-sql.ts'
import {
  type Experience,
  experimentVisitorDays,
  SEVERAL_VARIANTS,
  type VisitorSeen,
} from './sqlite-experiment-visitor-days.ts'

export function exposureTables(db: DatabaseSync) {
  const upsert = db.prepare(
    `INSERT INTO exposures (shop, experience, visitor, variant, first_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET first_at = min(first_at, excluded.first_at)`,
  )
  const seenBy = db.prepare(
    'SELECT variant, first_at AS firstAtMs FROM exposures WHERE shop = ? AND experience = ? AND visitor = ?',
  )
  const orders = db.prepare(
    `SELECT at, body FROM conversions WHERE shop = ? AND kind = 'order' AND at BETWEEN ? AND ? ORDER BY at`,
  )
  const experiencesOf = db.prepare('SELECT DISTINCT experience FROM exposures WHERE shop = ? AND visitor = ?')
  const erase = db.prepare('DELETE FROM exposures WHERE shop = ? AND visitor = ?')
  const visitorDays = experimentVisitorDays(db)

  const find = ({ no, experience }: Experience, visitor: string) =>
    seenBy.all(no, experience, visitor) as unknown as VisitorSeen[]

  function addOne(shop: CountedShop, { experience, visitor, variant, atMs }: ExposureFact): void {
    const of = { ...shop, experience }
    const before = find(of, visitor)
    const known = before.find((one) => one.variant === variant)
    if (known && known.firstAtMs <= atMs) return
    upsert.run(shop.no, experience, visitor, variant, atMs)
    const others = before.filter((one) => one !== known)
    visitorDays.change(of, before, [...others, { variant, firstAtMs: atMs }])
  }

  /** Starts from the orders, because most visitors do not order. */
  function ordersOf(of: Experience, { fromMs, toMs }: TimeRange): VisitorOrder[] {
    const found: VisitorOrder[] = []
    for (const { at, body } of orders.all(of.no, fromMs, toMs) as { at: number; body: string }[]) {
      const { subjects, currency, lines } = JSON.parse(body) as Conversion
      for (const visitor of new Set<string>(subjects)) {
        const [only, ...more] = find(of, visitor)
        if (only && more.length === 0 && only.firstAtMs >= fromMs && only.firstAtMs <= at)
          found.push({ visitor, ...only, currency, lines })
      }
    }
    return found
  }

  return {
    add(shop: CountedShop, facts: readonly ExposureFact[]): void {
      for (const fact of facts) addOne(shop, fact)
    },

    erase(shop: CountedShop, visitor: string): void {
      for (const { experience } of experiencesOf.all(shop.no, visitor) as { experience: string }[]) {
        const of = { ...shop, experience }
        visitorDays.change(of, find(of, visitor), [])
      }
      erase.run(shop.no, visitor)
    },

    recount: visitorDays.recount,

    read(shop: CountedShop, experience: string, query: ExperimentQuery = {}): ExperimentOutcomes {
      const { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, sample = Number.POSITIVE_INFINITY } = query
      const of = { ...shop, experience }
      const counted = visitorDays.read(of, { fromMs, toMs })
      const variants = [...counted].filter(([variant]) => variant !== SEVERAL_VARIANTS)
      const buyersOf = buyersByVariant(variants.length === 0 ? [] : ordersOf(of, { fromMs, toMs }))
      const groups = variants.map(([variant, visitors]): ExperimentGroup => {
        const buyers = buyersOf.get(variant) ?? []
        const byDay = withBuyers(visitors, buyers, shop.days)
        const firstsOn = (day: number) => visitorDays.firstsOn(of, day, { fromMs, toMs }).get(variant) ?? []
        return {
          variant,
          visitors: sum(visitors.values()),
          firstAtMs: firstsOn(byDay[0]!.day)[0]!,
          days: byDay,
          buyers,
          buyersInSample: inSample({ sample, days: byDay, buyers, firstsOn }),
        }
      })
      groups.sort((a, b) => (a.variant < b.variant ? -1 : 1))
      return { groups, sawSeveral: sum(counted.get(SEVERAL_VARIANTS)?.values() ?? []) }
    },
  }
}

interface Sampled extends Pick<ExperimentGroup, 'days' | 'buyers'> {
  sample: number
  firstsOn: (day: number) => readonly number[]
}

/** On the day on which the sample ends, visitors are counted one by one. */
function inSample({ sample, days, buyers, firstsOn }: Sampled): number {
  let seen = 0
  let bought = 0
  for (const { day, visitors, buyers: ofDay } of days) {
    if (seen + visitors > sample)
      return bought + buyersAmongFirst(sample - seen, buyers.slice(bought, bought + ofDay), firstsOn(day))
    seen += visitors
    bought += ofDay
  }
  return bought
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}
