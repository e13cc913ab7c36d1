/** Steps for a shop without views and orders. Each chooses in its own way, so that the lists of a home page differ. */
import { seededRandom } from '@vitrine/recommend'
import { isVariantInStock } from '../../../ports/record-store/product.ts'
import type { CatalogEntry } from '../catalog/catalog-entries.ts'
import type { ShopCatalog } from '../catalog/shop-catalog.ts'
import type { Candidate, RecommendContext, RecommendQuery } from '../recommend-context.ts'
import { interleave } from '../ranked-ids.ts'
import { bestsellers, ranksBySales, inCollection } from './counter-steps.ts'

const DAY_MS = 86_400_000
const ASSORTED_FROM = 120
/** A higher value favors the top of the ranking less. */
const EVEN_PLACES = 20

/** Yields well rated and well stocked products with many variants and pictures; kinds take turns. */
export function* featured(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const why = () => 'a pick of the shop'
  yield* inCollection(context, query, candidates(featuredIds(context.catalog), 'featured', why))
}

/** Yields the most reduced products, then picks that change daily; kinds take turns. */
export function* spotlight(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const { catalog, nowMs } = context
  const day = Math.floor(nowMs / DAY_MS)
  const ids = catalog.keep(`spotlight ${day}`, () => {
    const all = wanted(catalog)
    const reduced = all.filter((entry) => reduction(entry) > 0)
    const rest = all.filter((entry) => reduction(entry) === 0)
    return [...kindsInTurns(reduced, reduction), ...kindsInTurns(rest, ({ id }) => seededRandom(`${day} ${id}`)())]
  })
  const why = (id: number) => {
    const off = reduction(catalog.entries.get(id))
    return off > 0 ? `reduced by ${Math.round(off * 100)} %` : 'a pick of the day'
  }
  yield* inCollection(context, query, candidates(ids, 'spotlight', why))
}

/** Weighted sampling without replacement (Efraimidis and Spirakis 2006, keys u^(1/w)), different for each visitor. */
export function* assorted(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const first = promising(context)
  const keys = new Map(first.map((id, place) => [id, seededRandom(`${context.seed} ${id}`)() ** (place + EVEN_PLACES)]))
  const ids = first.toSorted((a, b) => keys.get(b)! - keys.get(a)! || a - b)
  yield* inCollection(
    context,
    query,
    candidates(ids, 'assorted', () => 'a look around the shop'),
  )
}

/** Returns bestsellers if enough is sold. */
function promising(context: RecommendContext): readonly number[] {
  if (!ranksBySales(context)) return featuredIds(context.catalog).slice(0, ASSORTED_FROM)
  const everywhere = { type: 'bestsellers', anchors: [], cart: [] } as const
  return Array.from(bestsellers(context, everywhere).take(ASSORTED_FROM), ({ productId }) => productId)
}

function featuredIds(catalog: ShopCatalog): readonly number[] {
  return catalog.keep('featured', () => kindsInTurns(wanted(catalog), appeal))
}

function wanted(catalog: ShopCatalog): CatalogEntry[] {
  return [...catalog.entries.values()].filter((entry) => !catalog.isIncidental(entry))
}

/** Reviews count most, because they are the only sign of demand in a catalog. */
function appeal({ product, pictures, collections }: CatalogEntry): number {
  const { rating, variants } = product
  const stocked = variants.filter(isVariantInStock)
  const units = stocked.reduce((sum, { inventoryQuantity }) => sum + Math.max(0, inventoryQuantity), 0)
  const rated = rating ? (rating.value / 5) * Math.log1p(rating.count) : 0
  return (
    2 * rated + Math.log1p(stocked.length) + 0.3 * Math.log1p(units) + (pictures > 0 ? 1 : 0) + 0.1 * collections.length
  )
}

function reduction(entry: CatalogEntry | undefined): number {
  let most = 0
  for (const { price, compareAtPrice } of entry?.product.variants ?? [])
    if (compareAtPrice !== null && compareAtPrice > price && price > 0)
      most = Math.max(most, 1 - price / compareAtPrice)
  return most
}

/** Returns the best product of each kind, then the second of each; large kinds first. */
function kindsInTurns(entries: readonly CatalogEntry[], value: (entry: CatalogEntry) => number): number[] {
  const rated = entries.map((entry) => ({ id: entry.id, kind: entry.kind, value: value(entry) }))
  const rows = [...Map.groupBy(rated, ({ kind }) => kind).values()]
  rows.sort((a, b) => b.length - a.length || a[0]!.id - b[0]!.id)
  for (const row of rows) row.sort((a, b) => b.value - a.value || a.id - b.id)
  return Array.from(interleave(rows.map((row) => row.map(({ id }) => id))), ([, id]) => id)
}

function* candidates(ids: readonly number[], step: string, why: (id: number) => string): Generator<Candidate> {
  for (const productId of ids) yield { productId, step, why: () => why(productId) }
}
