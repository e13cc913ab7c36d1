/** Decides what a visit is counted as: the same whatever holds the rows. */
import type { Visit } from './derived-facts.ts'
import type { FunnelSums } from './funnel-sums.ts'
import { segmentAt } from './segments.ts'
import type { ShopDays } from './shop-days.ts'

/** In whose days visits are counted, and what they change in the sums. */
export interface Ledger {
  days: ShopDays
  sums: FunnelSums
}

/** Once where it began, and once on every page that it came to. */
export function countVisit({ days, sums }: Ledger, visit: Visit, by: 1 | -1): void {
  const [day, segment] = [days.dayOf(visit.firstAtMs), segmentAt(visit.device, visit.place)]
  const counted = { day, segment, steps: visit.steps, sessions: by }
  sums.add({ scope: 'landing', path: visit.path, ...counted })
  for (const path of visit.pages) sums.add({ scope: 'page', path, ...counted })
}

/** How a row keeps it. */
export interface VisitRecord extends Omit<Visit, 'pages'> {
  pages: string
}

export const toVisit = (row: object): Visit => {
  const record = row as VisitRecord
  return { ...record, pages: JSON.parse(record.pages) as string[] }
}
