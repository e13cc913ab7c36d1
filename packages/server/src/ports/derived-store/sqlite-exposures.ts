/** Who saw which variant of an experience first, and what they ordered afterwards. */
import type { DatabaseSync } from 'node:sqlite'
import type { Conversion, ExposureFact } from './derived-facts.ts'
import type { ExperimentOutcomes, TimeRange } from './derived-store.ts'
import { experimentGroups, type VisitorOrder } from './experiment-groups.ts'

const EVER: TimeRange = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

export function exposureTables(db: DatabaseSync) {
  const upsert = db.prepare(
    `INSERT INTO exposures (shop, experience, visitor, variant, first_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET first_at = min(first_at, excluded.first_at)`,
  )
  // Three lists instead of a row each: there are hundred thousands of visitors. In the order of the key, so one visitor's are together.
  const seen = db.prepare(
    `SELECT json_group_array(visitor) AS visitors, json_group_array(variant) AS variants, json_group_array(first_at) AS firsts
     FROM exposures WHERE shop = ? AND experience = ?`,
  )
  const orders = db.prepare(
    `SELECT at, body FROM conversions WHERE shop = ? AND kind = 'order' AND at BETWEEN ? AND ? ORDER BY at`,
  )

  /** From the orders to their visitors: there are far fewer of them than visitors without any. */
  function ordersOf(shop: number, single: ReadonlyMap<string, SeenOnce>, { fromMs, toMs }: TimeRange): VisitorOrder[] {
    const found: VisitorOrder[] = []
    for (const { at, body } of orders.all(shop, fromMs, toMs) as { at: number; body: string }[]) {
      const { subjects, currency, lines } = JSON.parse(body) as Conversion
      for (const visitor of new Set<string>(subjects)) {
        const only = single.get(visitor)
        if (only && only.firstAtMs <= at) found.push({ visitor, ...only, currency, lines })
      }
    }
    return found
  }

  return {
    add(shop: number, facts: readonly ExposureFact[]): void {
      for (const { experience, visitor, variant, atMs } of facts) upsert.run(shop, experience, visitor, variant, atMs)
    },

    read(shop: number, experience: string, range = EVER): ExperimentOutcomes {
      const lists = seen.get(shop, experience) as { visitors: string; variants: string; firsts: string }
      const { single, sawSeveral } = byVisitor(
        {
          visitors: JSON.parse(lists.visitors),
          variants: JSON.parse(lists.variants),
          firsts: JSON.parse(lists.firsts),
        },
        range,
      )
      const firsts = firstsByVariant(single)
      const variants = [...firsts].map(([variant, firstAtMs]) => ({ variant, firstAtMs }))
      return { groups: experimentGroups(variants, single.size === 0 ? [] : ordersOf(shop, single, range)), sawSeveral }
    },
  }
}

function firstsByVariant(single: ReadonlyMap<string, SeenOnce>): Map<string, number[]> {
  const firsts = new Map<string, number[]>()
  for (const { variant, firstAtMs } of single.values()) {
    const ofVariant = firsts.get(variant)
    if (ofVariant) ofVariant.push(firstAtMs)
    else firsts.set(variant, [firstAtMs])
  }
  return firsts
}

interface SeenOnce {
  variant: string
  firstAtMs: number
}

interface Exposures {
  visitors: readonly string[]
  variants: readonly string[]
  firsts: readonly number[]
}

/** Of those who saw anything first within the range: who saw one variant, and how many saw several. */
function byVisitor({ visitors, variants, firsts }: Exposures, { fromMs, toMs }: TimeRange) {
  const single = new Map<string, SeenOnce>()
  let sawSeveral = 0
  for (let from = 0, to = 0; from < visitors.length; from = to) {
    let firstAtMs = firsts[from]!
    for (to = from + 1; visitors[to] === visitors[from]; to++) firstAtMs = Math.min(firstAtMs, firsts[to]!)
    if (firstAtMs < fromMs || firstAtMs > toMs) continue
    if (to - from > 1) sawSeveral++
    else single.set(visitors[from]!, { variant: variants[from]!, firstAtMs })
  }
  return { single, sawSeveral }
}
