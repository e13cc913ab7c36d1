import type { Visit } from './derived-facts.ts'
import type { FunnelSums } from './funnel-sums.ts'
import { segmentAt } from './segments.ts'
import type { ShopDays } from './shop-days.ts'

export interface Ledger {
  days: ShopDays
  sums: FunnelSums
}

export function countVisit({ days, sums }: Ledger, visit: Visit, by: 1 | -1): void {
  const [day, segment] = [days.dayOf(visit.firstAtMs), segmentAt(visit.device, visit.place)]
  const counted = { day, segment, steps: visit.steps, sessions: by }
  sums.add({ scope: 'landing', path: visit.path, ...counted })
  for (const path of visit.pages) sums.add({ scope: 'page', path, ...counted })
}

export interface VisitRecord extends Omit<Visit, 'pages'> {
  pages: string
}

export const toVisit = (row: object): Visit => {
  const record = row as VisitRecord
  return { ...record, pages: JSON.parse(record.pages) as string[] }
}
