/** Removes old rows after the commit of a derivation, so that nothing waits for it. */
import type { Doomed } from '../postgres/delete-in-batches.ts'
import { KEEP_MOVES_MS, KEEP_SEARCHES_MS, KEEP_VISITS_MS, MAX_PRODUCTS } from './batch-rules.ts'
import type { AttributionWindows } from './derived-records.ts'
import { keptTouches } from './touches.ts'

export interface NewDay {
  no: number
  newestAtMs: number
  /** The newest event of earlier batches. Conversions up to then are attributed. */
  attributedToMs: number
  windows: AttributionWindows
}

/** Product 0 stands for a report of the whole cart and stays. */
const BEYOND_MOST = `shop = $1 AND (subject, product) IN (
  SELECT subject, product FROM (
    SELECT subject, product, row_number() OVER (
      PARTITION BY subject ORDER BY greatest(browsed_at, added_at, removed_at, bought_at) DESC, product) AS place
    FROM histories WHERE shop = $1 AND product <> 0 AND subject IN (
      SELECT subject FROM histories WHERE shop = $1 GROUP BY subject HAVING count(*) > ${MAX_PRODUCTS})) AS placed
  WHERE place > ${MAX_PRODUCTS})`

export async function pruneOld(
  deleteAll: (doomed: Doomed) => Promise<void>,
  { no, newestAtMs, attributedToMs, windows }: NewDay,
): Promise<void> {
  const { clicksFromMs, viewsFromMs } = keptTouches(attributedToMs, windows)
  const older = (table: string, beforeMs: number, where = 'shop = $1 AND at < $2') =>
    deleteAll({ table, where, values: [no, beforeMs] })
  await older('cart_moves', newestAtMs - KEEP_MOVES_MS)
  await deleteAll({ table: 'histories', where: BEYOND_MOST, values: [no] })
  await older('visits', newestAtMs - KEEP_VISITS_MS, BEGAN_BEFORE)
  await older('searches', newestAtMs - KEEP_SEARCHES_MS, BEGAN_BEFORE)
  await older('clicks', clicksFromMs)
  await older('views', viewsFromMs)
}

const BEGAN_BEFORE = 'shop = $1 AND first_at < $2'
