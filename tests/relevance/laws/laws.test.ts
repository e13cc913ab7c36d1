/** Tests the laws of search on real exports, the demo shop and untidy catalogs, by words alone. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../../apps/demo/src/catalog/create-catalog.ts'
import { lawCatalog } from '../../../packages/server/src/features/search-health/laws/law-catalog.ts'
import { LAWS } from '../../../packages/server/src/features/search-health/laws/laws.ts'
import {
  type LawOutcome,
  pooled,
  rateOf,
  runLaws,
} from '../../../packages/server/src/features/search-health/laws/run-laws.ts'
import { type Harness, startHarness } from '../../conformance/harness.ts'
import { EXPORTED_SHOPS } from '../shops/exported-shops.ts'
import { askedMiniSearch } from './asked-minisearch.ts'
import { askedServer, fillShop, type ShopSource } from './asked-server.ts'
import { DIRTY_LANGUAGES, dirtyCatalog } from './dirty-catalog.ts'

const FOLDER = fileURLToPath(new URL('../../../../shared/data/catalogs/', import.meta.url))
/** Thousands of requests take a minute on an idle machine. */
const HOOK_MS = 1_200_000
/** Products of each catalog from which cases are made. */
const SAMPLE = 10

/** Minimum share of cases that satisfy a law, over all catalogs; a little below what was measured. */
const BARS: Readonly<Record<number, number>> = { 5: 0.98, 9: 0.98, 14: 0.96 }
/** MiniSearch satisfies these laws more often. The list should be empty. */
const BEHIND_MINISEARCH: readonly number[] = []

/** Things that a home and fashion shop does not sell. */
const NOT_SOLD_IN_DEMO: readonly string[] = [
  'chainsaw',
  'dog food',
  'car tires',
  'printer ink',
  'guitar strings',
  'toothpaste',
  'bicycle pump',
  'fishing rod',
  'baby formula',
  'garden hose',
  'motor oil',
  'snow shovel',
]

interface LawShop extends ShopSource {
  name: string
  notSold: readonly string[]
}

function shops(): LawShop[] {
  const demo = createCatalog('vitrine', Date.parse('2026-03-01T00:00:00Z')).map(({ product }) => ({
    ...product,
    publication_ids: undefined,
    market_ids: undefined,
    catalog_ids: undefined,
  }))
  return [
    { name: 'demo', locale: 'en', content: { products: demo }, notSold: NOT_SOLD_IN_DEMO },
    ...DIRTY_LANGUAGES.map((locale) => ({
      name: `untidy ${locale}`,
      locale,
      content: { products: dirtyCatalog(locale, 120) },
      notSold: [],
    })),
    ...exportedShops(),
  ]
}

function exportedShops(): LawShop[] {
  if (!existsSync(FOLDER)) {
    console.log(`the laws are not held on exports: ${FOLDER} is not there`)
    return []
  }
  return EXPORTED_SHOPS.map(({ file, locale, queries }) => ({
    name: file,
    locale,
    content: { file: readFileSync(FOLDER + file) },
    notSold: queries.filter(({ atMostShare }) => atMostShare === 0).map(({ query }) => query),
  }))
}

describe('the laws of search', () => {
  let harness: Harness
  let ours: LawOutcome[]
  let theirs: LawOutcome[]

  beforeAll(async () => {
    harness = await startHarness({ VITRINE_EMBEDDER: 'none', VITRINE_RATE_LIMIT: '0', VITRINE_ADDRESS_RATE_LIMIT: '0' })
    const runs = { ours: [] as LawOutcome[][], theirs: [] as LawOutcome[][] }
    for (const shop of shops()) {
      const { to, visible } = await fillShop(harness, shop)
      const catalog = await lawCatalog(visible, { language: shop.locale, sampleSize: SAMPLE, notSold: shop.notSold })
      runs.ours.push(await runLaws(askedServer(harness, to), catalog))
      runs.theirs.push(await runLaws(askedMiniSearch(visible), catalog))
    }
    ours = pooled(runs.ours)
    theirs = pooled(runs.theirs)
    console.log(ours.map((outcome, i) => line(outcome, theirs[i]!)).join('\n'))
  }, HOOK_MS)
  afterAll(() => harness?.close())

  for (const [i, law] of LAWS.entries()) {
    it(`${law.number}: ${law.says}`, () => {
      const outcome = ours[i]!
      expect(outcome.asked, 'cases').toBeGreaterThan(0)
      const examples = outcome.faults.slice(0, 5).map(({ query, fault }) => `"${query}": ${fault}`)
      expect(rateOf(outcome), examples.join('\n')).toBeGreaterThanOrEqual(BARS[law.number] ?? 0.99)
    })
  }

  it('holds each at least as often as MiniSearch', () => {
    const behind = ours.filter((outcome, i) => theirs[i]!.asked > 0 && rateOf(outcome) < rateOf(theirs[i]!))
    expect(behind.map(({ law }) => law.number).filter((number) => !BEHIND_MINISEARCH.includes(number))).toEqual([])
  })
})

function line(outcome: LawOutcome, other: LawOutcome): string {
  const cell = (one: LawOutcome) => (one.asked === 0 ? '–' : `${(100 * rateOf(one)).toFixed(1)} %`).padStart(8)
  const { law, asked, sortedOut } = outcome
  return `law ${String(law.number).padStart(2)}: ${cell(outcome)} of ${asked} (${sortedOut} sorted out), MiniSearch ${cell(other)}`
}
