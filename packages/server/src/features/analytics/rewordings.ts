/** Tells a rewording of a search from what shoppers search for anyway, and from chance. */
import type { Reformulation } from './recent-searches.ts'
import { wilsonInterval } from './statistics.ts'

/** Fewer shoppers who went on to the same query or product may be chance. */
export const MIN_SHOPPERS = 3
/** A less certain change of the query is more likely chance than a rewording. */
export const MIN_CONFIDENCE = 0.25
/** How much likelier the other query must be after this search than after others. Otherwise it is only popular. */
const ABOVE_COMMON = 3

/** Returns what shoppers who meant the same typed next, likeliest first. */
export function rewordings(query: string, changes: readonly Reformulation[]) {
  return changes
    .filter(({ from, count }) => from === query && count >= MIN_SHOPPERS)
    .map((change) => ({ ...change, confidence: confidenceOf(change, changes) }))
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence)
}

/** Returns a lower bound (Wilson) for the share of visits with the other query next; 0 if it is only popular. */
export function confidenceOf(
  { from, to, count }: Omit<Reformulation, 'chosen'>,
  changes: readonly Omit<Reformulation, 'chosen'>[],
): number {
  const own = changes.filter((one) => one.from === from)
  const elsewhere = changes.filter((one) => one.from !== from)
  const common = sumOf(elsewhere.filter((one) => one.to === to)) / Math.max(1, sumOf(elsewhere))
  return clearShare({ count, of: sumOf(own), common })
}

export const sumOf = (list: readonly { count: number }[]) => list.reduce((total, one) => total + one.count, 0)

/** Returns 0 if the lower bound of the share is not clearly above the common share. */
export function clearShare({ count, of, common }: { count: number; of: number; common: number }): number {
  const [lower] = wilsonInterval(count, of)
  return lower > ABOVE_COMMON * common ? lower : 0
}
