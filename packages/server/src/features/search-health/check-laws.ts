/** Tests every law on a shop's search, between requests. Stores outcomes, so that an interrupted run can continue. */
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { type StoredJson, storedJson } from '../../ports/derived-store/stored-json.ts'
import type { Product } from '../../ports/record-store/product.ts'
import type { RecordStore, Shop, ShopId } from '../../ports/record-store/record-store.ts'
import type { PreviewFeatures } from '../preview/preview.ts'
import { shopUnderTest, type ComparedSearches } from './ask-shop.ts'
import { lawCatalog } from './laws/law-catalog.ts'
import { LAWS } from './laws/laws.ts'
import { type LawOutcome, rateOf, remembering, runLaw } from './laws/run-laws.ts'
import type { Pause } from './pace.ts'

interface LawDeps {
  preview: PreviewFeatures
  products: Pick<RecordStore, 'scanProducts' | 'lastChange'>
  derived: Pick<DerivedStore, 'snapshot' | 'putSnapshot' | 'erasureEpoch'>
  clock: () => number
}

interface BackgroundLimits extends Pick<ComparedSearches, 'findable'> {
  pause: Pause
}

export type CheckedLaw = ReturnType<typeof checkedLaw>

/** The laws need all products in memory. */
const MAX_PRODUCTS = 200_000
const PAGE = 50
const SAMPLE = 12
const NOTES = 'search-health-laws'

export async function checkLaws(deps: LawDeps, shop: Shop, limits: BackgroundLimits): Promise<CheckedLaw[] | null> {
  const asked = shopUnderTest(deps.preview, shop.id, deps.clock())
  const { total } = await asked.search({ query: '', limit: 1 })
  if (total > MAX_PRODUCTS) return null
  const paced = remembering({
    search: (given) => limits.pause().then(() => asked.search(given)),
    count: (query) => limits.pause().then(() => asked.count(query)),
    suggest: (typed) => limits.pause().then(() => asked.suggest(typed)),
  })
  const catalog = await lawCatalog(visibleProducts(deps, shop.id, limits), {
    language: shop.config.shop.primary_locale,
    sampleSize: SAMPLE,
  })
  const checked = await continued(
    LAWS.map(({ number }) => number),
    {
      basis: `${shop.version} ${await deps.products.lastChange(shop.id)}`,
      notes: storedJson(deps.derived, shop.id, NOTES),
      check: async (number) => checkedLaw(await runLaw(paced, catalog, LAWS.find((law) => law.number === number)!)),
    },
  )
  return checked.filter(({ asked: cases }) => cases > 0)
}

export interface Noted {
  /** When this value changes, the outcomes are discarded. */
  basis: string
  laws: readonly CheckedLaw[]
}

interface Continued {
  basis: string
  notes: StoredJson<Noted>
  check: (number: number) => Promise<CheckedLaw>
}

/** Tests the laws that an interrupted run left open. A complete run clears its notes. */
export async function continued(
  numbers: readonly number[],
  { basis, notes, check }: Continued,
): Promise<readonly CheckedLaw[]> {
  const noted = await notes.read()
  const checked = noted?.basis === basis ? [...noted.laws] : []
  for (const number of numbers) {
    if (checked.some(({ law }) => law === number)) continue
    checked.push(await check(number))
    await notes.write({ basis, laws: checked })
  }
  await notes.write({ basis, laws: [] })
  return checked
}

function checkedLaw(outcome: LawOutcome) {
  const { law, asked, kept, faults } = outcome
  const rate = Math.round(rateOf(outcome) * 10_000) / 10_000
  return { law: law.number, says: law.says, asked, kept, rate, faults: faults.slice(0, 3) }
}

/** Reads small pages with pauses, so that requests hardly wait. */
async function* visibleProducts(
  { products }: LawDeps,
  shop: ShopId,
  { findable, pause }: BackgroundLimits,
): AsyncGenerator<Product> {
  for (let afterId = 0; ; ) {
    await pause()
    const page = await products.scanProducts(shop, afterId, PAGE)
    if (page.length === 0) return
    afterId = page.at(-1)!.id
    const visible = await findable(page.map(({ id }) => id))
    yield* page.filter(({ id }) => visible.has(id))
  }
}
